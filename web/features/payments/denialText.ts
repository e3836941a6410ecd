import type { DenialReason } from '../../gql/graphql.ts';
import { denials } from '#messages/denials.ts';

/** The words of a denial's reason; null for none, and where the message with it is the reason. */
export function denialText(reason: DenialReason | null | undefined): string | null {
  return reason && reason !== 'OTHER' ? denials.reasons[reason] : null;
}
