export const withdrawExcluded = {
  text: 'If you have excluded yourself, you can have your balance paid out here. You are not logged in.',
  email: 'Email',
  password: 'Password',
  otp: 'Code of your authenticator app',
  otpHint: 'This account signs in with two steps. A recovery code works too.',
  otpWrong: 'This code is wrong, or has been used.',
  amount: 'Amount',
  amountHint: 'Leave it empty to withdraw everything.',
  upiId: 'UPI ID',
  submit: 'Withdraw',
  done: (amount: string) => `A withdrawal of ${amount} was requested.`,
};
