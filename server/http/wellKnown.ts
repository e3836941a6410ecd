import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { PASSWORD_SCREEN } from '../config/screens.ts';
import type { Services } from '../domain/ground/verbs/context.ts';
import { publicText } from './publicText.ts';

const SCHEMA_FILE = fileURLToPath(new URL('../../schema.graphql', import.meta.url));
/** security.txt says until when it can be relied on: RFC 9116 advises less than a year. */
const VALID_MS = 180 * 86_400_000;

/** Crawlers are asked to leave out the screens that need a session, and the API. */
const ROBOTS = `User-agent: *
Disallow: /account/
Disallow: /admin
Disallow: /graphql
Disallow: /wallet
`;

type Parts = Pick<Services, 'clock' | 'config'> & Pick<Config, 'contactEmail'>;

/** Files and redirects at fixed addresses: robots.txt (RFC 9309), security.txt (RFC 9116), the form that changes a password, the schema. */
export function wellKnown(app: FastifyInstance, { config, clock, contactEmail }: Parts): void {
  app.get('/robots.txt', (_request, reply) => publicText(reply).send(ROBOTS));
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect(PASSWORD_SCREEN));
  const schema = readFileSync(SCHEMA_FILE, 'utf8');
  app.get('/schema.graphql', (_request, reply) => publicText(reply).send(schema));

  if (contactEmail === undefined) return;
  app.get('/.well-known/security.txt', (_request, reply) => {
    const lines = [
      `Contact: mailto:${contactEmail}`,
      `Expires: ${new Date(clock.now() + VALID_MS).toISOString()}`,
      'Preferred-Languages: en, hi',
      `Canonical: ${config.publicUrl}/.well-known/security.txt`,
    ];
    return publicText(reply).send(`${lines.join('\n')}\n`);
  });
}
