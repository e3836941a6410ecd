import { readFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { addTypenameSelectionDocumentTransform } from '@graphql-codegen/client-preset';
import { buildSchema, isAbstractType } from 'graphql';

const schemaFile = 'schema.graphql';

/** For Apollo's cache: which types stand behind each union and interface. */
function possibleTypes(): string {
  const schema = buildSchema(readFileSync(schemaFile, 'utf8'));
  const entries = Object.values(schema.getTypeMap())
    .filter(isAbstractType)
    .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]);
  return `export const possibleTypes: Record<string, string[]> = ${JSON.stringify(Object.fromEntries(entries), null, 2)};\n`;
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
