export const notifications = {
  empty: 'No notifications yet',
  emptyHint: 'News about your deposits, withdrawals, tickets and wins will be here.',
  sample: 'Sample',
  unread: 'New',
};
