export const otp = {
  title: 'Enter your code',
  hint: 'Open your authenticator app and type the six digits it shows. Without your phone, type a recovery code.',
  code: 'Code',
  submit: 'Log In',
  back: 'Back to log in',
  wrong: 'This code is wrong, or has been used. Wait for the next one.',
};
