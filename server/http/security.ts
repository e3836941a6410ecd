/** Everything from this server, nothing inline but styles (Mantine writes them). */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data: blob:",
  "media-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** For what is only ever looked at or kept: pictures, documents, tables. */
export const INERT = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * Security headers for every answer. They are the same for all, so they are written down here: working them out for each
 * request, as helmet does, took a twentieth of the time of a bet.
 */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Addresses hold tokens of mailed links: they are told to nobody.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Browsers are bound to https only where people reach the server by it.
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}
