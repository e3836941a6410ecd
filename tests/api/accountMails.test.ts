import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mails } from '../../db/schema/accounts.ts';
import { deliverMails } from '../../server/domain/accounts/mails/deliverMails.ts';
import { decryptedMail, newestMails } from '../../server/domain/accounts/mails/mails.ts';
import { registerPlayer } from '../../server/domain/accounts/users/registerPlayer.ts';
import { readBacklog } from '../../server/domain/stats/backlog.ts';
import { startMailOutbox } from '../../server/jobs/mailOutbox.ts';
import { smtpTransport, type Mail, type MailTransport } from '../../server/platform/mail.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { randomEmail } from '../support/world/mails.ts';

const MINUTE = 60_000;

let database: TestDatabase;
let domain: TestDomain;
beforeEach(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
});
afterEach(() => database.close());

/** A transport that records mails and fails while `broken`. */
class Postbox implements MailTransport {
  readonly sent: Mail[] = [];
  broken = false;

  async send(mail: Mail): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.broken) throw new Error('the mail server is away');
    this.sent.push(mail);
  }

  close(): void {}
}

const register = (email = randomEmail()) =>
  registerPlayer(domain.as({ kind: 'anonymous' }), { email, name: 'Asha' }).then(() => email);
const outboxRow = async (email: string) => {
  const [row] = await database.db.select().from(mails).where(eq(mails.recipient, email));
  return row && decryptedMail(domain.services, row);
};

describe('the mail outbox', () => {
  it('sends a mail as it is queued, and keeps no body', async () => {
    const postbox = new Postbox();
    const outbox = startMailOutbox({ ...domain.services, mail: postbox });
    await outbox.idle();
    const email = await register();
    await outbox.idle();
    expect(postbox.sent).toMatchObject([{ to: email, subject: 'Your Rangoli password' }]);
    expect(postbox.sent[0]?.text).toMatch(/^Password: \S{12,}$/m);
    expect(await outboxRow(email)).toMatchObject({ body: null, attempts: 1, lastError: null });
    expect((await outboxRow(email))?.sentAt).toBeInstanceOf(Date);
    await outbox.stop();
  });

  it('tries again after a minute, two, four, and at least every hour, until it is sent', async () => {
    const postbox = new Postbox();
    postbox.broken = true;
    const outbox = startMailOutbox({ ...domain.services, mail: postbox });
    const email = await register();
    await outbox.idle();
    for (const [attempts, minutes] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
      const row = await outboxRow(email);
      expect(row).toMatchObject({ attempts: attempts + 1, lastError: 'the mail server is away', sentAt: null });
      expect(row?.body).toContain('Password: ');
      expect(row?.nextAttemptAt.getTime()).toBe(domain.clock.now() + minutes * MINUTE);
      domain.clock.advance(minutes * MINUTE);
      await outbox.idle();
    }
    postbox.broken = false;
    domain.clock.advance(60 * MINUTE);
    await outbox.idle();
    expect(postbox.sent.map(({ to }) => to)).toEqual([email]);
    await outbox.stop();
  });

  it('sends each mail once, however many servers look', async () => {
    const emails = await Promise.all(Array.from({ length: 30 }, () => register()));
    const postbox = new Postbox();
    const ctx = { ...domain.as({ kind: 'system' }), mail: postbox };
    await Promise.all(Array.from({ length: 5 }, () => deliverMails(ctx)));
    expect(postbox.sent.map(({ to }) => to).toSorted()).toEqual(emails.toSorted());
  });

  it('sends again what a server that died had taken', async () => {
    const email = await register();
    const never: MailTransport = { send: () => new Promise(() => {}), close: () => {} };
    void deliverMails({ ...domain.as({ kind: 'system' }), mail: never });
    await expect.poll(async () => (await outboxRow(email))?.attempts).toBe(1);
    const postbox = new Postbox();
    await deliverMails({ ...domain.as({ kind: 'system' }), mail: postbox });
    expect(postbox.sent).toEqual([]);
    domain.clock.advance(MINUTE);
    await deliverMails({ ...domain.as({ kind: 'system' }), mail: postbox });
    expect(postbox.sent.map(({ to }) => to)).toEqual([email]);
  });

  it('does not let one undeliverable mail hold up the others', async () => {
    const [bad, good] = [await register(), await register()];
    const postbox = new Postbox();
    const send = postbox.send.bind(postbox);
    postbox.send = (mail) => (mail.to === bad ? Promise.reject(new Error('no such mailbox')) : send(mail));
    const { sent, nextAt } = await deliverMails({ ...domain.as({ kind: 'system' }), mail: postbox });
    expect(sent).toBe(1);
    expect(postbox.sent.map(({ to }) => to)).toEqual([good]);
    expect(nextAt?.getTime()).toBe(domain.clock.now() + MINUTE);
  });

  it('sends to no other recipient than the one it was written for', async () => {
    const email = await register();
    await database.db.update(mails).set({ recipient: 'mallory@example.com' }).where(eq(mails.recipient, email));
    const next = await register();
    const postbox = new Postbox();
    await deliverMails({ ...domain.as({ kind: 'system' }), mail: postbox });
    expect(postbox.sent.map(({ to }) => to)).toEqual([next]);
  });

  it('logs a failure without the recipient', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const email = await register();
    const refused = Object.assign(new Error(`550 <${email}>: no such mailbox`), { responseCode: 550 });
    const transport: MailTransport = { send: () => Promise.reject(refused), close: () => {} };
    await deliverMails({ ...domain.as({ kind: 'system' }), mail: transport, log });
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ attempts: 1, code: 550 }]);
    expect(lines.join()).not.toContain(email);
    expect((await outboxRow(email))?.lastError).toContain('no such mailbox');
  });

  it('never sends what was kept for more than a day when a mail server comes', async () => {
    const old = await register();
    domain.clock.advance(24 * 60 * MINUTE);
    const fresh = await register();
    domain.clock.advance(MINUTE);
    const postbox = new Postbox();
    const deliver = () => deliverMails({ ...domain.as({ kind: 'system' }), mail: postbox });
    expect(await deliver()).toEqual({ sent: 1, nextAt: null });
    expect(postbox.sent.map(({ to }) => to)).toEqual([fresh]);
    expect(await outboxRow(old)).toMatchObject({ sentAt: null, attempts: 0 });
    expect((await readBacklog({ ...domain.as({ kind: 'system' }), mail: postbox })).mails).toMatchObject({ count: 0 });
  });

  it('goes on trying for three days at most where the mail server was away', async () => {
    const postbox = new Postbox();
    const deliver = () => deliverMails({ ...domain.as({ kind: 'system' }), mail: postbox });
    const hours = (count: number) => domain.clock.advance(count * 60 * MINUTE);
    postbox.broken = true;
    await register();
    await deliver();
    hours(30);
    const late = await register();
    await deliver();
    hours(43);
    postbox.broken = false;
    await deliver();
    expect(postbox.sent.map(({ to }) => to)).toEqual([late]);
  });

  it('keeps mails readable where there is no transport', async () => {
    const outbox = startMailOutbox(domain.services);
    const [first, second] = [await register(), await register()];
    await outbox.idle();
    const mailbox = await newestMails(domain.services);
    expect(mailbox.map(({ recipient }) => recipient)).toEqual([second, first]);
    expect(mailbox[0]?.body).toContain('Password: ');
    await outbox.stop();
  });
});

describe('delivery by SMTP', () => {
  let smtp: Server;
  let received: string;
  let sockets: Socket[];

  /** A minimal SMTP server: the part of RFC 5321 that one client needs. */
  beforeEach(async () => {
    received = '';
    sockets = [];
    smtp = createServer((socket) => {
      sockets.push(socket);
      let inBody = false;
      socket.write('220 test\r\n');
      socket.on('data', (chunk) => {
        for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
          received += `${line}\n`;
          if (inBody) {
            if (line !== '.') continue;
            inBody = false;
          } else if (line === 'DATA') {
            inBody = true;
            socket.write('354 go on\r\n');
            continue;
          }
          socket.write(line.startsWith('EHLO') ? '250 test\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
        }
      });
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => smtp.close(resolve));
  });

  const url = () => `smtp://127.0.0.1:${(smtp.address() as AddressInfo).port}?ignoreTLS=true`;

  it('hands over sender, recipient, subject and text', async () => {
    const transport = smtpTransport(url(), '"Rangoli" <no-reply@example.com>');
    await transport.send({ to: 'asha@example.com', subject: 'Your Rangoli password', text: 'Password: abc' });
    transport.close();
    expect(received).toContain('MAIL FROM:<no-reply@example.com>');
    expect(received).toContain('RCPT TO:<asha@example.com>');
    expect(received).toContain('Subject: Your Rangoli password');
    expect(received).toContain('Password: abc');
  });

  it('fails without a server, so that the outbox retries', async () => {
    const gone = url();
    await new Promise((resolve) => smtp.close(resolve));
    const transport = smtpTransport(gone, 'no-reply@example.com');
    await expect(transport.send({ to: 'asha@example.com', subject: 'x', text: 'y' })).rejects.toThrow('ECONNREFUSED');
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  });
});
