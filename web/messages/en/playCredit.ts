export const playCredit = {
  none: 'Your play money is used up.',
  claim: (amount: string) => `Get ${amount} of play money`,
  done: (amount: string) => `${amount} of play money is in your wallet.`,
  next: (amount: string, when: string) => `You can get ${amount} of play money again from ${when}.`,
};
