import type { Mail } from '../../platform/mail.ts';
import type { DomainConfig } from '../context.ts';

type Sender = Pick<DomainConfig, 'productName' | 'publicUrl'>;

interface Recipient {
  email: string;
  name: string;
}

/** The words of every mail we send. */
export function passwordLetter({ productName, publicUrl }: Sender, to: Recipient, password: string): Mail {
  return letter(to, `Your ${productName} password`, [
    `Your ${productName} account is ready.`,
    `Email: ${to.email}\nPassword: ${password}`,
    `Log in at ${publicUrl}/login and change the password whenever you like, under Settings.`,
    'Keep it to yourself: nobody from us will ever ask for it.',
  ]);
}

export function resetLetter({ productName }: Sender, to: Recipient, link: string): Mail {
  return letter(to, `Reset your ${productName} password`, [
    'Somebody, hopefully you, asked to reset your password. This link does it, once, within the next 30 minutes:',
    link,
    'If it was not you, do nothing: your password stays as it is.',
  ]);
}

export function signInLetter({ productName }: Sender, to: Recipient, link: string): Mail {
  return letter(to, `Your ${productName} sign-in link`, [
    'This link signs you in, once, within the next 15 minutes:',
    link,
    'If you did not ask for it, do nothing, and do not pass it on.',
  ]);
}

function letter({ email, name }: Recipient, subject: string, paragraphs: string[]): Mail {
  return { to: email, subject, text: `${[`Hello ${name},`, ...paragraphs].join('\n\n')}\n` };
}
