import { icu } from '../../icu.ts';

export const payments = {
  title: 'Transactions',
  exported: 'transactions',
  filters: 'Filter transactions',
  search: 'Search',
  searchHint: 'Name, email, UID, reference, account or amount',
  all: 'All',
  bothTypes: 'Both',
  order: 'Order',
  newestFirst: 'Newest first',
  oldestFirst: 'Oldest first',
  largestFirst: 'Largest first',
  smallestFirst: 'Smallest first',
  columns: {
    waiting: 'Waiting',
    requested: 'Requested',
    player: 'Player',
    type: 'Type',
    mark: 'Reference or account',
    amount: 'Amount',
    status: 'Status',
  },
  toPayee: (payee: string) => `to ${payee}`,
  by: (name: string) => `by ${name}`,
  pendingLabel: (amount: string, uid: string) => `Pending: decide ${amount} for ${uid}`,
  flags: {
    duplicates: (count: number) =>
      icu.en(
        'Also in {count, plural, one {# other request} =10 {10 or more other requests} other {# other requests}}',
        { count: Math.min(count, 10) },
      ),
    payeeOff: 'Account switched off',
  },
  arrived: (count: number) => icu.en('Show {count, plural, one {# new request} other {# new requests}}', { count }),
  noneWaiting: 'Nothing waits for a decision',
  noneWaitingHint: 'A new deposit or withdrawal is announced here as it comes in.',
  noneYet: 'No transactions yet',
  noneYetHint: 'Deposits and withdrawals of players will be here.',
  noneFound: 'No transactions found',
  noneFoundHint: 'Nothing fits these filters.',
  noneFoundSearch: 'A search finds parts of at least 3 characters, and whole amounts.',
};
