import { InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { possibleTypes } from '../gql/possibleTypes.ts';
import { connectionPolicy } from './connectionPolicy.ts';

/** Lists that grow by "Show more" append their pages; the result table stores each page separately. */
export function makeCache(): InMemoryCache {
  return new InMemoryCache({
    possibleTypes,
    typePolicies: {
      Viewer: {
        keyFields: [],
        fields: {
          contestResults: connectionPolicy(),
          walletHistory: connectionPolicy(),
          transactions: connectionPolicy(['status', 'transactionType']),
          tickets: connectionPolicy(),
          notifications: connectionPolicy(),
        },
      },
      Admin: {
        keyFields: [],
        fields: {
          transactions: relayStylePagination(['filter', 'order']),
          members: relayStylePagination(['userType', 'search', 'flag']),
          tickets: connectionPolicy(['status', 'search', 'assignment', 'unread', 'handed', 'order']),
          payoutBatches: relayStylePagination(['open']),
          feedback: relayStylePagination(),
          endedProposals: relayStylePagination(),
          auditLog: relayStylePagination(['action', 'actor', 'subject', 'from', 'to']),
        },
      },
      Member: {
        fields: {
          bets: connectionPolicy(),
          transactions: connectionPolicy(),
          tickets: connectionPolicy(),
        },
      },
      PlaySafety: { merge: true },
      RealityCheck: { merge: true },
      TicketHandling: { merge: true },
      Ticket: { fields: { messages: connectionPolicy() } },
      ContestViewer: { merge: true },
      ContestOperator: { merge: true },
      Contest: { fields: { payoutTable: { merge: false }, serverTime: { merge: false } } },
    },
  });
}
