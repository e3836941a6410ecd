import type { ProposalsPage_QueryQuery } from '../../gql/graphql.ts';

type AdminFields = NonNullable<NonNullable<ProposalsPage_QueryQuery['viewer']>['admin']>;

/** When a kind of action needs a second admin. */
export type Threshold = AdminFields['secondAdminThresholds'][number];
