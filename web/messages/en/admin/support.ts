export const support = {
  title: 'Support',
  tickets: 'Tickets',
  filter: 'Show tickets',
  all: 'All',
  player: (name: string, uid: string) => `${name}, UID ${uid}`,
  lastChange: (at: string) => `Last change ${at}`,
  noneHint: 'Tickets that players raise are listed here as they come in.',
  nothingChosen: 'Choose a ticket',
  nothingChosenHint: 'Its chat opens here.',
  gone: 'There is no such ticket',
  back: 'Back to the tickets',
  resolve: 'Resolve ticket',
};
