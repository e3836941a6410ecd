import { graphql } from '../../gql/gql.ts';
import type { DayList_dayFragment } from '../../gql/graphql.ts';

graphql(`
  fragment DayList_day on StatementDay {
    day
    opening
    moneyIn
    moneyOut
    closing
    ledgerOpening
    ledgerIn
    ledgerOut
    setAside
    asideSums {
      kind
      count
      moneyIn
      moneyOut
    }
    ledgerClosing
    drift
    openLines
    waitingLines
    reason
    closedAt
    closedBy {
      id
      name
    }
  }
`);

export type Day = DayList_dayFragment;
