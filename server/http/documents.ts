import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../domain/ground/verbs/context.ts';
import { publicText } from './publicText.ts';

const ROOT = new URL('../../', import.meta.url);
const CHANGELOG = '.github/CHANGELOG.md';

interface ServedDocument {
  /** `/docs/<name>.md`. */
  readonly name: string;
  /** Its path in the repository. */
  readonly file: string;
  readonly about: string;
}

/** The documents of the repository that are for integrators, players and auditors. */
const SECTIONS: Readonly<Record<string, readonly ServedDocument[]>> = {
  APIs: [
    {
      name: 'graphql',
      file: 'server/graphql/README.md',
      about: 'first calls, subscriptions, refusals, idempotency keys, limits and points',
    },
    { name: 'rest', file: 'server/rest/README.md', about: 'the older API, and each call’s counterpart in GraphQL' },
    { name: 'rest-rules', file: 'server/rest/rules.md', about: 'what exactly REST answers' },
  ],
  Rules: [
    {
      name: 'rounds',
      file: 'server/domain/contests/README.md',
      about: 'games, times, results, void rounds, payout tables',
    },
    { name: 'bets', file: 'server/domain/bets/README.md', about: 'placing, cancelling, limits, payment, receipts' },
    { name: 'payments', file: 'server/domain/wallet/README.md', about: 'deposits and withdrawals' },
    { name: 'wallet', file: 'server/domain/wallet/ledger.md', about: 'balances, transfers, idempotency keys' },
    {
      name: 'signing-in',
      file: 'server/domain/accounts/signingIn.md',
      about: 'sessions, tokens, second factors, guessing',
    },
    { name: 'accounts', file: 'server/domain/accounts/README.md', about: 'names, profiles, closing an account' },
    { name: 'playing-safely', file: 'server/domain/safety/README.md', about: 'limits, time-outs, exclusion' },
    { name: 'tickets', file: 'server/domain/tickets/README.md', about: 'support, documents, feedback' },
    { name: 'records', file: 'server/domain/records/README.md', about: 'account statements and a player’s data' },
    { name: 'settings', file: 'server/domain/settings/README.md', about: 'pauses, announcements, what else is set' },
    { name: 'rules', file: 'server/domain/ground/README.md', about: 'what holds everywhere: money, time, typed text' },
  ],
  Fairness: [
    { name: 'checking', file: 'web/verify/README.md', about: 'recomputing a round or a month, with programs for it' },
    { name: 'draw', file: 'server/domain/contests/draw.md', about: 'seeds, commitments, beacon, the profit rule' },
    {
      name: 'public-log',
      file: 'server/domain/publicLog/README.md',
      about: 'what is published for good, and witnesses',
    },
    {
      name: 'transparency',
      file: 'server/domain/transparency/README.md',
      about: 'public figures by month, rounds decided by operators',
    },
  ],
};

const documents = Object.values(SECTIONS).flat();
const addresses = new Map([
  ...documents.map(({ name, file }) => [file, `/docs/${name}.md`] as const),
  [CHANGELOG, '/changelog'],
  ['schema.graphql', '/schema.graphql'],
]);

/** The repository's documents at `/docs/<name>.md` and `/changelog`, and `/llms.txt` (llmstxt.org), which leads to them. */
export function servedDocuments(app: FastifyInstance, { config }: Pick<Services, 'config'>): void {
  for (const { name, file } of documents) {
    const served = servedText(file);
    app.get(`/docs/${name}.md`, (_request, reply) => publicText(reply).send(served));
  }
  const changelog = servedText(CHANGELOG);
  app.get('/changelog', (_request, reply) => publicText(reply).send(changelog));
  app.get('/llms.txt', (_request, reply) => publicText(reply).send(contentsOf(config)));
}

/**
 * A document for readers without the repository: links lead to what is served, or are their text alone, and the files and tests of
 * a rule ("Kept by …") are left out.
 */
function servedText(file: string): string {
  return readFileSync(fileURLToPath(new URL(file, ROOT)), 'utf8')
    .replaceAll(/^ *Kept by [^]*?\.\n/gm, '')
    .replaceAll(
      /\[([^\]]+)\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)/g,
      (_link, label: string, path: string, anchor = '') => {
        const address = addresses.get(posix.join(posix.dirname(file), path));
        return address === undefined ? label : `[${label}](${address}${anchor})`;
      },
    );
}

function contentsOf({ productName, publicUrl, moneyMode }: Services['config']): string {
  const money = moneyMode === 'real' ? '' : ' Money is play money: no cash value.';
  const sections = Object.entries(SECTIONS).map(([heading, listed]) =>
    [
      `## ${heading}`,
      '',
      ...listed.map(({ name, about }) => `- [${name}](${publicUrl}/docs/${name}.md): ${about}`),
    ].join('\n'),
  );
  return `# ${productName}

> A game of colours and numbers: players hold a wallet in rupees and bet in rounds of 30 s, 1 min and 3 min.${money} Amounts are
> decimal strings in rupees, instants ISO 8601 in UTC, ids opaque.

GraphQL is at ${publicUrl}/graphql: POST \`{"query": …, "variables": …}\` as \`application/json\`, and subscriptions over WebSocket
(\`graphql-transport-ws\`) or server-sent events. Log in with the mutation \`login(input: {id, password})\` and send its \`accessToken\`
as \`Authorization: Bearer …\`; it lives 30 minutes, and \`renewSession(input: {refreshToken})\` gives the next. Refusals are part of
mutations' answers: select \`... on DomainError { code message }\` beside the payload. Give every mutation of money an
\`idempotencyKey\` of its own, and repeat the same one after a lost answer. After 429 and 503 wait for \`Retry-After\` seconds.

- [schema.graphql](${publicUrl}/schema.graphql): every type and field with its description, and what each mutation refuses
- [openapi.json](${publicUrl}/openapi.json): the REST API in OpenAPI 3.1

${sections.join('\n\n')}

## Optional

- [changelog](${publicUrl}/changelog): what each release changes for clients
`;
}
