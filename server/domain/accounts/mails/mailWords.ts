import type { DomainConfig } from '../../ground/verbs/context.ts';

export type Sender = Pick<DomainConfig, 'productName' | 'publicUrl'>;

/** The first line is the subject. */
export type Lines = readonly [subject: string, ...paragraphs: string[]];

/** The mails that users get, without their salutation. */
export interface MailWords {
  salutation(name: string): string;
  password(facts: Sender & { email: string; password: string }): Lines;
  /** `mustEnrol`: whether the admin has to set up a second factor. */
  adminPassword(facts: Sender & { email: string; password: string; mustEnrol: boolean }): Lines;
  reset(facts: Sender & { link: string }): Lines;
  signIn(facts: Sender & { link: string }): Lines;
  guessing(facts: Sender): Lines;
  secondFactorReset(facts: Sender): Lines;
  keptEmail(facts: Sender): Lines;
}
