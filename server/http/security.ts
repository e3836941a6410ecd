import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Everything from this server, nothing inline but styles (Mantine writes them). */
const contentSecurityPolicy = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'font-src': ["'self'", 'data:'],
  'img-src': ["'self'", 'data:', 'blob:'],
  'media-src': ["'self'"],
  'worker-src': ["'self'"],
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

/** For what is only ever looked at or kept: pictures, documents, tables. */
export const INERT = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Security headers on every answer. Browsers are bound to https only where people reach the server by it. */
export async function securityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    // Addresses hold tokens of mailed links: they are told to nobody.
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
}
