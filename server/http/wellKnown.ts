import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config/config.ts';
import { PASSWORD_SCREEN } from '../config/screens.ts';
import type { Clock } from '../platform/clock.ts';

const SCHEMA_FILE = fileURLToPath(new URL('../../schema.graphql', import.meta.url));
/** security.txt says until when it can be relied on: RFC 9116 advises less than a year. */
const VALID_MS = 180 * 86_400_000;

/** Screens that need a session, and what isn't for readers. */
const ROBOTS = `User-agent: *
Disallow: /account/
Disallow: /admin
Disallow: /graphql
Disallow: /wallet
`;

interface Parts {
  readonly config: Pick<Config, 'contactEmail' | 'publicUrl'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What programs look for at fixed addresses: robots.txt (RFC 9309), security.txt (RFC 9116), where passwords are changed, the schema. */
export function wellKnown(app: FastifyInstance, { config, clock }: Parts): void {
  const text = (reply: FastifyReply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600');
  app.get('/robots.txt', (_request, reply) => text(reply).send(ROBOTS));
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect(PASSWORD_SCREEN));
  const schema = readFileSync(SCHEMA_FILE, 'utf8');
  app.get('/schema.graphql', (_request, reply) => text(reply).send(schema));

  const { contactEmail, publicUrl } = config;
  if (contactEmail === undefined) return;
  app.get('/.well-known/security.txt', (_request, reply) => {
    const lines = [
      `Contact: mailto:${contactEmail}`,
      `Expires: ${new Date(clock.now() + VALID_MS).toISOString()}`,
      'Preferred-Languages: en, hi',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ];
    return text(reply).send(`${lines.join('\n')}\n`);
  });
}
