/**
 * Everything from this origin, nothing inline except styles: the document's own, and sizes set by components. Without Trusted
 * Types: GraphiQL and Swagger UI assign HTML that no policy of theirs has made.
 */
export const EXPLORER_POLICY = [
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

/** No string becomes HTML or a script, but by the policies of these names. */
const trustedTypes = (policies: string) => `require-trusted-types-for 'script'; trusted-types ${policies}`;

/** Of every other answer. */
const contentSecurityPolicy = `${EXPLORER_POLICY}; ${trustedTypes("'none'")}`;

/** The policy that web/lib/workerUrl.ts creates. */
const WORKER_POLICY = 'worker-url';

/** The policy of the web app's document, given the SHA-256 hashes of its inline scripts in base64. */
export function documentPolicy(hashes: readonly string[]): string {
  const sources = ["script-src 'self'", ...hashes.map((hash) => `'sha256-${hash}'`)];
  return `${EXPLORER_POLICY.replace("script-src 'self'", sources.join(' '))}; ${trustedTypes(WORKER_POLICY)}`;
}

/** Features of browsers that nothing here uses. Those of keys that replace passwords are left to the product's own pages. */
const permissionsPolicy = [
  ...`accelerometer bluetooth camera display-capture encrypted-media fullscreen gamepad geolocation gyroscope hid
      identity-credentials-get idle-detection keyboard-map local-fonts magnetometer microphone midi otp-credentials payment
      picture-in-picture screen-wake-lock serial storage-access sync-xhr usb window-management xr-spatial-tracking`
    .split(/\s+/)
    .map((feature) => `${feature}=()`),
  'autoplay=(self)',
  'clipboard-read=()',
  'clipboard-write=(self)',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
].join(', ');

/** For responses that are only displayed or saved: pictures, documents, tables. */
export const INERT = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Those of them that browsers obey in documents and frames only, not in scripts, styles and fonts. */
export const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
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
    'permissions-policy': permissionsPolicy,
    // URLs may contain tokens of mailed links, so no referrer is sent.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // HSTS only where the public URL is https.
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}
