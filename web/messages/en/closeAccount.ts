export const closeAccount = {
  intro: 'Closing is for ever. Nobody can open the account again.',
  erased:
    'Erased: your name, email, avatar, sign-ins, notifications, and what you wrote to support, documents included.',
  kept: 'Kept, under your UID: bets, and payments with their UPI IDs and account numbers, as the law demands of money.',
  again:
    'You may register again with the same email: at once, or after 24 hours where you have limits, or when a time-out or exclusion is over.',
  first: 'First',
  withdraw: 'Withdraw your balance',
  balance: (amount: string) => `${amount} is in your wallet. Withdraw it before you close the account.`,
  forfeit: (amount: string) => `${amount} of play money is in your wallet. It is lost with the account.`,
  held: (amount: string) => `${amount} is held for a withdrawal. Wait until it is decided.`,
  heldPlay: (amount: string) => `${amount} is held for a withdrawal. Wait until it is decided, or cancel it.`,
  ready: 'Your wallet is empty.',
  data: 'Download your data before: nobody can afterwards.',
  password: 'Password',
  close: 'Close my account',
  question: 'Close your account for ever? Your personal data is erased, and you are signed out everywhere.',
  forfeitQuestion: (amount: string) =>
    `Close your account for ever and lose ${amount} of play money? Your personal data is erased, and you are signed out everywhere.`,
  wrongPassword: 'Wrong password',
  closed: 'Your account is closed.',
};
