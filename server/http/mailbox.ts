import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type StoredMail, newestMails } from '../domain/accounts/mails/mails.ts';
import type { Services } from '../domain/ground/verbs/context.ts';
import { escapeHtml } from '../platform/html.ts';
import { hashSecret } from '../platform/tokens.ts';

/** `/dev/mail?key=…`: the mails that an installation without an SMTP server stores. Without the key: 404. */
export function mailbox(app: FastifyInstance, services: Services, mailboxKey: string): void {
  app.get<{ Querystring: { key?: unknown } }>('/dev/mail', async (request, reply) => {
    if (!isSameSecret(request.query.key, mailboxKey)) return reply.callNotFound();
    const mails = await newestMails(services);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page(services.config.productName, mails));
  });
}

function isSameSecret(given: unknown, secret: string): boolean {
  return typeof given === 'string' && timingSafeEqual(hashSecret(given), hashSecret(secret));
}

function page(productName: string, mails: readonly StoredMail[]): string {
  const name = escapeHtml(productName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox · ${name}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>
  :root { color-scheme: light dark; }
  body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 44rem; font: 1rem/1.5 system-ui, sans-serif; }
  article { margin-top: 1rem; padding: 1rem; border: 1px solid #8886; border-radius: 0.75rem; }
  h2 { margin: 0; font-size: 1.05rem; }
  p { margin: 0.25rem 0 0.75rem; opacity: 0.8; }
  pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
</style>
</head>
<body>
<h1>Mailbox</h1>
<p>No mail leaves this installation of ${name}: what would have been sent is kept here, the newest first. Reload for more.</p>
${mails.map(article).join('\n') || '<p>No mail yet.</p>'}
</body>
</html>
`;
}

function article({ recipient, subject, createdAt, body }: StoredMail): string {
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(recipient)} · <time datetime="${createdAt.toISOString()}">${createdAt.toISOString().replace('T', ' ').slice(0, 19)} UTC</time></p>
<pre>${withLinks(body ?? 'Sent; its words have been erased.')}</pre>
</article>`;
}

/** Escaped text with its URLs as links. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');
}
