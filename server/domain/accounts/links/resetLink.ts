import { sameText, type Tokens } from '../../../platform/tokens.ts';

/**
 * The `s` of a reset link: a nonce, so that two links of the same instant differ, and the keyed hash of all the link's
 * parameters.
 */
export function signResetLink(tokens: Tokens, link: { email: string; validTill: string; nonce: string }): string {
  return `${link.nonce}.${tokens.signLink('password reset', link.email, link.validTill, link.nonce)}`;
}

/** Whether this `s` is valid for this email and instant. */
export function isOurResetLink(
  tokens: Tokens,
  { email, validTill, s }: { email: string; validTill: string; s: string },
) {
  const nonce = s.split('.')[0] ?? '';
  return sameText(signResetLink(tokens, { email, validTill, nonce }), s);
}
