import { InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { possibleTypes } from '../gql/possibleTypes.ts';
import { growingList } from './growingList.ts';

/** Lists that grow by "Show more" append their pages; the result table keeps each of its pages apart. */
export function makeCache(): InMemoryCache {
  return new InMemoryCache({
    possibleTypes,
    typePolicies: {
      Viewer: {
        keyFields: [],
        fields: {
          contestResults: growingList(),
          walletHistory: growingList(),
          transactions: growingList(['status', 'transactionType']),
          tickets: growingList(),
          notifications: growingList(),
        },
      },
      Admin: {
        keyFields: [],
        fields: {
          transactions: relayStylePagination(['status', 'transactionType', 'search', 'oldestFirst']),
          members: relayStylePagination(['userType', 'search']),
          tickets: growingList(['status']),
          feedback: relayStylePagination(),
          auditLog: relayStylePagination(['action', 'actor', 'subject', 'from', 'to']),
        },
      },
      Member: {
        fields: {
          bets: relayStylePagination(),
          transactions: relayStylePagination(),
          tickets: relayStylePagination(),
        },
      },
      Ticket: { fields: { messages: growingList() } },
      Contest: { fields: { payoutTable: { merge: false }, serverTime: { merge: false } } },
    },
  });
}
