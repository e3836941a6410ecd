import type { DenialReason } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';

/** The words of a denial's reason; null for none, and where the message with it is the reason. */
export function denialText(reason: DenialReason | null | undefined): string | null {
  return reason && reason !== 'OTHER' ? words.denials.reasons[reason] : null;
}
