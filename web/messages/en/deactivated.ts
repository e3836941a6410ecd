export const deactivated = {
  title: 'Your account was deactivated',
  text: (uid: string) =>
    `You have been signed out, and your balance is kept. If you think that this is a mistake, write to the operator’s support and name your UID ${uid}.`,
};
