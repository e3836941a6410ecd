import { plural } from '../plural.ts';

export const ownSessions = {
  intro: 'You are signed in on these devices. End what you don’t know, and change your password.',
  list: 'Sign-ins',
  current: 'This one',
  program: (browser: string, system: string) => `${browser} on ${system}`,
  unknownAgent: 'Unknown program',
  address: (address: string) => `Address ${address}`,
  since: (at: string) => `Signed in ${at}`,
  lastSeen: (at: string) => `Last used ${at}`,
  end: 'End',
  endOf: (program: string, since: string) => `End the session on ${program}, signed in ${since}`,
  ended: 'It is signed out.',
  endOthers: 'End all others',
  endOthersQuestion: 'All other devices are signed out at once. You stay signed in here.',
  othersEnded: (count: number) =>
    plural.en(count, { one: '# other device is signed out.', other: '# other devices are signed out.' }),
  onlyHere: 'You are signed in here only.',
};
