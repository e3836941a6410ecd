import type { GraphQLCodegenDataMasking } from '@apollo/client/masking';

declare module '@apollo/client' {
  // Fragment masks as the client preset of codegen writes them.
  interface TypeOverrides extends GraphQLCodegenDataMasking.TypeOverrides {}
}
