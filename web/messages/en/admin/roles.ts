export const roles = {
  title: 'Roles',
  none: 'No roles: reads settings, statistics and rounds.',
  names: { OWNER: 'Owner', FINANCE: 'Finance', SUPPORT: 'Support', GAME: 'Games', AUDITOR: 'Auditor' },
  about: {
    OWNER: 'Everything; alone: admins, their roles and limits.',
    FINANCE: 'Payments, accounts for deposits, players’ money.',
    SUPPORT: 'Tickets, feedback, players’ data; closes and opens players’ accounts.',
    GAME: 'Game settings and results set by the operator.',
    AUDITOR: 'Reads everything, changes nothing.',
  },
  change: 'Change roles',
  changeTitle: (name: string) => `Roles of ${name}`,
  question: 'The new roles apply at once, everywhere this admin is logged in.',
  confirm: 'Save roles',
  unchanged: 'These are the roles this admin has now.',
  changed: (name: string) => `${name} has other roles now.`,
};
