export const realityCheck = {
  title: 'Reality check',
  playingSince: (at: string) => `You have been playing since ${at}.`,
  today: (net: string, staked: string, returned: string) =>
    `Today: ${net}. You staked ${staked} and got ${returned} back.`,
  playOn: 'Play on',
  settings: 'Limits and pauses',
};
