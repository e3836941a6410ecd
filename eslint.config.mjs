// For schema.graphql only: code is linted by oxlint.
import graphql from '@graphql-eslint/eslint-plugin';

export default [
  {
    files: ['schema.graphql'],
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema: './schema.graphql' } } },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      ...graphql.configs['flat/schema-recommended'].rules,
      ...graphql.configs['flat/schema-relay'].rules,
      // Answers, edges and values of one moment are no things with an identity.
      '@graphql-eslint/strict-id-in-types': 'off',
      // transactionType and userType are the product's own words.
      '@graphql-eslint/no-typename-prefix': 'off',
      // Lists that are short by nature, such as the ten outcomes, are plain lists.
      '@graphql-eslint/relay-edge-types': [
        'error',
        { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false },
      ],
      '@graphql-eslint/require-description': [
        'error',
        { types: true, rootField: true, FieldDefinition: true, InputValueDefinition: true, EnumValueDefinition: true },
      ],
    },
  },
];
