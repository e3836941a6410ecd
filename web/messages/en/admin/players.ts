export const players = {
  title: 'Players',
  one: 'Player',
  search: 'Search players',
  searchHint: 'Name, email or UID',
  columns: {
    player: 'Player',
    email: 'Email',
    balance: 'Available',
    held: 'Held',
    registered: 'Registered',
    status: 'Status',
  },
  none: 'Nobody has registered yet',
  noneHint: 'Players will be here as soon as they sign up.',
  noneFound: 'No players found',
  noneFoundHint: 'Search by part of a name or email, or by the beginning of a UID.',
  unknownUid: (uid: string) => `There is no account with the UID ${uid}.`,
};
