import type { Language } from '../../platform/languages.ts';
import { english } from './english.ts';
import { hindi } from './hindi.ts';
import type { NotificationData, NotificationKind } from './kinds.ts';
import type { MoneyMode, Words, Writers } from './writers.ts';

const writers: Readonly<Record<Language, Writers>> = { en: english, hi: hindi };

/** The text of a notification of this kind and data. In play mode it never promises that money comes or goes. */
export function words<Kind extends NotificationKind>(
  kind: Kind,
  data: NotificationData[Kind],
  { mode, language }: { readonly mode: MoneyMode; readonly language: Language },
): Words {
  return writers[language][kind](data, mode);
}
