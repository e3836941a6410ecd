/**
 * Everything from this origin, nothing inline except styles: the document's own, and sizes set by components. The web app's
 * document has a script too (documentPolicy).
 */
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

/** The policy of a document with inline scripts, given their SHA-256 hashes in base64. */
export function documentPolicy(hashes: readonly string[]): string {
  const sources = ["script-src 'self'", ...hashes.map((hash) => `'sha256-${hash}'`)];
  return contentSecurityPolicy.replace("script-src 'self'", sources.join(' '));
}

/** For responses that are only displayed or saved: pictures, documents, tables. */
export const INERT = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Those of them that browsers obey in documents and frames only, not in scripts, styles and fonts. */
export const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-frame-options',
] as const;

/**
 * Security headers for every response. They are constants, because helmet computes them per request
 * (tests/bench/RESULTS.md#parts).
 */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // URLs may contain tokens of mailed links, so no referrer is sent.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // HSTS only where the public URL is https.
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}
