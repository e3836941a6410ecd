export const withdrawExcluded = {
  text: 'If you have excluded yourself, you can have your balance paid out here. You are not logged in.',
  email: 'Email',
  password: 'Password',
  amount: 'Amount',
  amountHint: 'Leave it empty to withdraw everything.',
  upiId: 'UPI id',
  submit: 'Withdraw',
  done: (amount: string) => `A withdrawal of ${amount} was requested.`,
};
