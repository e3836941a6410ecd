import type { DrawVersion } from '../../gql/graphql.ts';

/** The names by which the draw's definition, the public log and REST call its versions. */
export const drawNames: Readonly<Record<DrawVersion, string>> = {
  COLOUR_PF_1: 'colour-pf/1',
  COLOUR_PF_2: 'colour-pf/2',
};
