import type { Language } from './languages.ts';
import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** In which it is written; default: English. */
  language?: Language;
}

/** Sends mails. Rejects when a mail was not accepted. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Delivery by SMTP. `url` as nodemailer takes it, e.g. smtps://user:pass@host:465. */
export function smtpTransport(url: string, from: string): MailTransport {
  const smtp = createTransport(
    { url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
    { from },
  );
  return {
    async send(mail) {
      await smtp.sendMail(mail);
    },
    close: () => smtp.close(),
  };
}
