/** A token that expires within this time may do so on its way. */
const marginMs = 60_000;

/**
 * Whether an access token has not expired by this device's clock. Only a hint, since that clock may be wrong: the server
 * answers UNAUTHENTICATED for an expired token, after which the call is sent again with a renewed one.
 */
export function isCurrent(accessToken: string | null, now = Date.now()): boolean {
  const [, claims] = accessToken?.split('.') ?? [];
  if (!claims) return false;
  try {
    const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown };
    return typeof exp === 'number' && exp * 1_000 - now > marginMs;
  } catch {
    return false;
  }
}
