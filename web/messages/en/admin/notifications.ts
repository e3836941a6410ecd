export const notifications = {
  title: 'Notifications',
  unread: (count: number) => `Notifications, ${count} new`,
  empty: 'No notifications yet',
  emptyHint: 'What other admins do that all should know will be here, such as setting the result of a round.',
};
