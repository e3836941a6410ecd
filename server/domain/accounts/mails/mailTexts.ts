import type { Mail } from '../../../platform/mail.ts';
import type { Language } from '../../../platform/languages.ts';
import { english } from './mailsInEnglish.ts';
import { hindi } from './mailsInHindi.ts';
import type { Lines, MailWords, Sender } from './mailWords.ts';

interface Recipient {
  email: string;
  name: string;
  language: Language;
}

interface DecidingSettings {
  randomize: boolean;
  profitabilityIndex: number;
}

interface SettingsChange {
  before: DecidingSettings;
  after: DecidingSettings;
  /** The admin's name. */
  by: string;
  reason: string | null;
  at: Date;
}

const words: Readonly<Record<Language, MailWords>> = { en: english, hi: hindi };

export function passwordMail(sender: Sender, to: Recipient, password: string): Mail {
  return mailTo(to, words[to.language].password({ ...sender, email: to.email, password }));
}

export function adminPasswordMail(sender: Sender & { mustEnrol: boolean }, to: Recipient, password: string): Mail {
  return mailTo(to, words[to.language].adminPassword({ ...sender, email: to.email, password }));
}

export function resetMail(sender: Sender, to: Recipient, link: string): Mail {
  return mailTo(to, words[to.language].reset({ ...sender, link }));
}

export function signInMail(sender: Sender, to: Recipient, link: string): Mail {
  return mailTo(to, words[to.language].signIn({ ...sender, link }));
}

export function guessingMail(sender: Sender, to: Recipient): Mail {
  return mailTo(to, words[to.language].guessing(sender));
}

export function secondFactorResetMail(sender: Sender, to: Recipient): Mail {
  return mailTo(to, words[to.language].secondFactorReset(sender));
}

/** For the owner of an email that limits or a pause keep from being registered. */
export function keptEmailMail(sender: Sender, to: Recipient): Mail {
  return mailTo(to, words[to.language].keptEmail(sender));
}

/** For admins, and in English like the back office. */
export function auditHeadMail(
  { productName }: Sender,
  to: Recipient,
  { mark, count, at }: { mark: string; count: bigint; at: Date },
): Mail {
  return mailTo({ ...to, language: 'en' }, [
    `End of the ${productName} audit log`,
    `On ${at.toISOString()} the audit log had ${count} rows. The last of them, as id:hash, is`,
    mark,
    `Keep this mail. Later, this fails if that row, or any before it, has been removed or changed:\nnpm run audit -- --since ${mark}`,
  ]);
}

/** For owners, in English like the back office: who changed by what rounds are decided, and why. */
export function settingsMail(
  { productName, publicUrl }: Sender,
  to: Recipient,
  { before, after, by, reason, at }: SettingsChange,
): Mail {
  const told = ({ randomize, profitabilityIndex }: DecidingSettings) =>
    randomize ? 'the fair draw' : `the profit rule at level ${profitabilityIndex}`;
  const level = `Level of the profit rule: ${before.profitabilityIndex} before, ${after.profitabilityIndex} now.`;
  return mailTo({ ...to, language: 'en' }, [
    `${productName}: what decides rounds was changed`,
    `On ${at.toISOString()} ${by} changed what decides rounds that open from then on. Before: ${told(before)}. Now: ${told(after)}.\n${level}`,
    `Reason: ${reason ?? 'none'}`,
    `If this was not meant, change it back: ${publicUrl}/admin/sapre`,
  ]);
}

/** For owners: what they must know, each alert with the address of the page where it is solved. */
export function alertMail({ productName }: Sender, to: Recipient, alerts: readonly string[]): Mail {
  const subject = alerts.length === 1 ? `Alert from ${productName}` : `${alerts.length} alerts from ${productName}`;
  return mailTo({ ...to, language: 'en' }, [subject, ...alerts]);
}

/** For those who get the daily report: the figures of the day, `DD-MM-YY`. */
export function dailyReportMail(
  { productName }: Sender,
  to: Recipient,
  day: string,
  paragraphs: readonly string[],
): Mail {
  return mailTo({ ...to, language: 'en' }, [`${productName} on ${day}`, ...paragraphs]);
}

function mailTo({ email, name, language }: Recipient, [subject, ...paragraphs]: Lines): Mail {
  return { to: email, language, subject, text: `${[words[language].salutation(name), ...paragraphs].join('\n\n')}\n` };
}
