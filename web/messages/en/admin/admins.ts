export const admins = {
  title: 'Manage Admins',
  list: 'Admin List',
  register: 'Register New Admin',
  details: 'Sessions and sign-in',
  detailsOf: (name: string) => `Sessions and sign-in of ${name}`,
  id: (uid: string) => `ID ${uid}`,
  primary: 'The primary admin cannot be deactivated.',
  self: 'This is you.',
  deactivate: 'Deactivate',
  deactivated: 'Deactivated',
  deactivateTitle: 'Deactivate admin',
  deactivateQuestion: (name: string) => `Are you sure you want to deactivate ${name}? This action cannot be undone.`,
};
