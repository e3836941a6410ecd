import type { Mail } from '../../platform/mail.ts';
import type { DomainConfig } from '../context.ts';

type Sender = Pick<DomainConfig, 'productName' | 'publicUrl'>;

interface Recipient {
  email: string;
  name: string;
}

/** Subjects and texts of all mails. */
export function passwordMail({ productName, publicUrl }: Sender, to: Recipient, password: string): Mail {
  return mailTo(to, `Your ${productName} password`, [
    `Your ${productName} account is ready.`,
    `Email: ${to.email}\nPassword: ${password}`,
    `Log in at ${publicUrl}/login and change the password whenever you like, under Settings.`,
    'Keep it to yourself: nobody from us will ever ask for it.',
  ]);
}

export function resetMail({ productName }: Sender, to: Recipient, link: string): Mail {
  return mailTo(to, `Reset your ${productName} password`, [
    'Somebody, hopefully you, asked to reset your password. This link does it, once, within the next 30 minutes:',
    link,
    'If it was not you, do nothing: your password stays as it is.',
  ]);
}

export function signInMail({ productName }: Sender, to: Recipient, link: string): Mail {
  return mailTo(to, `Your ${productName} sign-in link`, [
    'This link signs you in, once, within the next 15 minutes:',
    link,
    'If you did not ask for it, do nothing, and do not pass it on.',
  ]);
}

export function guessingMail({ productName, publicUrl }: Sender, to: Recipient): Mail {
  return mailTo(to, `Wrong passwords for your ${productName} account`, [
    'A wrong password or link has been tried for your account so many times that log-ins on new devices are refused for a while.',
    'Where you have logged in before you can go on as always. If these tries were not yours, no harm is done so far; a long password that you use nowhere else keeps it so.',
    `Somewhere new, use the sign-in link that ${publicUrl}/login mails to you.`,
  ]);
}

export function auditHeadMail(
  { productName }: Sender,
  to: Recipient,
  { mark, count, at }: { mark: string; count: bigint; at: Date },
): Mail {
  return mailTo(to, `End of the ${productName} audit log`, [
    `On ${at.toISOString()} the audit log had ${count} rows. The last of them, as id:hash, is`,
    mark,
    `Keep this mail. Later, this fails if that row, or any before it, has been removed or changed:\nnpm run audit -- --since ${mark}`,
  ]);
}

function mailTo({ email, name }: Recipient, subject: string, paragraphs: string[]): Mail {
  return { to: email, subject, text: `${[`Hello ${name},`, ...paragraphs].join('\n\n')}\n` };
}
