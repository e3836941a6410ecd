import { readFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { addTypenameSelectionDocumentTransform } from '@graphql-codegen/client-preset';
import { buildSchema, type GraphQLAbstractType, isAbstractType, isInterfaceType } from 'graphql';

const schemaFile = 'schema.graphql';

/**
 * For Apollo's cache: which types stand behind each interface. No fragment is on a union (tests/repo/webBuild.test.ts), so that it
 * needs those only to warn, outside of production, of fragments that can't match.
 */
function possibleTypes(): string {
  const schema = buildSchema(readFileSync(schemaFile, 'utf8'));
  const typesOf = (abstract: GraphQLAbstractType[]) => {
    const entries = abstract.map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]);
    return JSON.stringify(Object.fromEntries(entries));
  };
  const all = Object.values(schema.getTypeMap()).filter(isAbstractType);
  const chosen = `import.meta.env.PROD ? ${typesOf(all.filter(isInterfaceType))} : ${typesOf(all)}`;
  return `export const possibleTypes: Record<string, string[]> = ${chosen};\n`;
}

/** Typed documents and possible types for the web app, from schema.graphql alone. */
const config: CodegenConfig = {
  schema: schemaFile,
  documents: ['web/**/*.{ts,tsx}', '!web/**/*.test.{ts,tsx}', '!web/gql/**'],
  ignoreNoDocuments: true,
  generates: {
    'web/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      documentTransforms: [addTypenameSelectionDocumentTransform],
      config: {
        inlineFragmentTypes: 'mask',
        customDirectives: { apolloUnmask: true },
        nonOptionalTypename: true,
        strictScalars: true,
        scalars: { Date: 'string', DateTime: 'string', Money: 'string', YearMonth: 'string' },
        useTypeImports: true,
        enumsAsTypes: true,
        namingConvention: 'keep',
      },
    },
    'web/gql/possibleTypes.ts': { plugins: [{ add: { content: possibleTypes() } }] },
  },
};

export default config;
