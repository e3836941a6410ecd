import type { MailWords } from './mailWords.ts';

export const english: MailWords = {
  salutation: (name) => `Hello ${name},`,
  password: ({ productName, publicUrl, email, password }) => [
    `Your ${productName} password`,
    `Your ${productName} account is ready.`,
    `Email: ${email}\nPassword: ${password}`,
    `Log in at ${publicUrl}/login and change the password whenever you like, under Settings.`,
    'Keep it to yourself: nobody from us will ever ask for it.',
  ],
  adminPassword: ({ productName, publicUrl, email, password, mustEnrol }) => [
    `Your ${productName} admin account`,
    `You are an admin of ${productName} now.`,
    `Email: ${email}\nPassword: ${password}`,
    `Log in at ${publicUrl}/login. You will be asked to choose a password of your own, of at least 12 characters.`,
    ...(mustEnrol
      ? ['Have an authenticator app at hand: two-step sign-in is required and is set up right after that.']
      : []),
    'Keep it to yourself: nobody from us will ever ask for it.',
  ],
  reset: ({ productName, link }) => [
    `Reset your ${productName} password`,
    'Somebody, hopefully you, asked to reset your password. This link does it, once, within the next 30 minutes:',
    link,
    'If it was not you, do nothing: your password stays as it is.',
  ],
  signIn: ({ productName, link }) => [
    `Your ${productName} sign-in link`,
    'This link signs you in, once, within the next 15 minutes:',
    link,
    'If you did not ask for it, do nothing, and do not pass it on.',
  ],
  guessing: ({ productName, publicUrl }) => [
    `Wrong passwords for your ${productName} account`,
    'A wrong password or link has been tried for your account so many times that log-ins on new devices are refused for a while.',
    'Where you have logged in before you can go on as always. If these tries were not yours, no harm is done so far; a long password that you use nowhere else keeps it so.',
    `Somewhere new, use the sign-in link that ${publicUrl}/login mails to you.`,
  ],
  secondFactorReset: ({ productName, publicUrl }) => [
    `The second factor of your ${productName} account was removed`,
    'At your request, the codes of your authenticator app are no longer asked for when you log in. You are logged out everywhere.',
    `Log in at ${publicUrl}/login and set it up again, under two-step sign-in.`,
    'If you did not ask for this, change your password at once and write to our support.',
  ],
  keptEmail: ({ productName, publicUrl }) => [
    `This address can't be used at ${productName} for now`,
    `Somebody, perhaps you, has tried to register or to sign in at ${publicUrl} with this address. Nothing has been done: limits or a pause that its owner has set keep it from that.`,
    `Who has an account can read at ${publicUrl}/login until when, with the right password.`,
    'If it was not you, do nothing: nobody was told why it did not work.',
  ],
};
