import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '../../db/client.ts';
import { markNotificationsRead } from '../../server/domain/notifications/markNotificationsRead.ts';
import {
  listNotifications,
  notificationsById,
  unreadNotificationCount,
} from '../../server/domain/notifications/notificationList.ts';
import { notificationAdded, notify, notifyMany, seedWelcome } from '../../server/domain/notifications/notify.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { givenActor } from '../support/world/bulk.ts';

let database: TestDatabase;
let domain: TestDomain;
let pia: Awaited<ReturnType<typeof givenActor<'player'>>>;
const asPia = () => domain.as(pia);

beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
});
beforeEach(async () => {
  pia = await givenActor(domain, 'player');
});
afterAll(() => database.close());

const answered = (cause: string) => ({
  userId: pia.userId,
  kind: 'TICKET_ANSWERED' as const,
  data: { title: 'UPI Payment Stuck' },
  cause,
  at: asPia().now,
});
const inTx = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(database.db, work);

it('a new account starts with the three samples, the welcome on top', async () => {
  await inTx((tx) => seedWelcome(tx, pia.userId, asPia().now));
  await inTx((tx) => seedWelcome(tx, pia.userId, asPia().now));
  const { rows } = await listNotifications(asPia(), { limit: 10 });
  expect(rows.map(({ kind, sample }) => [kind, sample])).toEqual([
    ['WELCOME', true],
    ['HOW_ROUNDS_WORK', true],
    ['PLAY_WITHIN_LIMITS', true],
  ]);
});

it('newer notifications are above the samples', async () => {
  await inTx((tx) => seedWelcome(tx, pia.userId, asPia().now));
  await inTx((tx) => notify(tx, answered('ticketMessage:1')));
  const { rows, hasNext } = await listNotifications(asPia(), { limit: 2 });
  expect(rows.map(({ kind }) => kind)).toEqual(['TICKET_ANSWERED', 'WELCOME']);
  expect(hasNext).toBe(true);
  const rest = await listNotifications(asPia(), { limit: 2, after: rows[1]!.id });
  expect(rest.rows.map(({ kind }) => kind)).toEqual(['HOW_ROUNDS_WORK', 'PLAY_WITHIN_LIMITS']);
});

it('the same cause notifies once, however often it is tried', async () => {
  const tries = await Promise.all([1, 2, 3].map(() => inTx((tx) => notify(tx, answered('ticketMessage:7')))));
  const added = tries.filter((one) => one !== null);
  expect(added).toHaveLength(1);
  expect(notificationAdded(added[0]!)).toEqual({
    type: 'notificationAdded',
    notificationId: String(added[0]!.notificationId),
    userId: String(pia.userId),
  });
  expect(await unreadNotificationCount(asPia())).toBe(1);
});

it('many are written at once, those of new causes only', async () => {
  await inTx((tx) => notify(tx, answered('a')));
  const added = await inTx((tx) => notifyMany(tx, ['a', 'b', 'c'].map(answered)));
  expect(added).toHaveLength(2);
  expect(await inTx((tx) => notifyMany(tx, []))).toEqual([]);
});

it('a notification is rolled back with its cause', async () => {
  const failing = inTx(async (tx) => {
    await notify(tx, answered('never'));
    throw new Error('the deposit was not decided after all');
  });
  await expect(failing).rejects.toThrow('not decided');
  expect(await unreadNotificationCount(asPia())).toBe(0);
});

it('reading marks everything once, and later ones are unread again', async () => {
  await inTx((tx) => notify(tx, answered('first')));
  await markNotificationsRead(asPia());
  const readAt = asPia().now;
  expect(await unreadNotificationCount(asPia())).toBe(0);

  domain.clock.advance(5_000);
  await inTx((tx) => notify(tx, answered('second')));
  expect(await unreadNotificationCount(asPia())).toBe(1);
  await markNotificationsRead(asPia());
  const { rows } = await listNotifications(asPia(), { limit: 10 });
  expect(rows.map((row) => row.readAt)).toEqual([asPia().now, readAt]);
});

it('no user sees or marks another’s', async () => {
  const added = await inTx((tx) => notify(tx, answered('mine')));
  const quinn = domain.as(await givenActor(domain, 'player'));
  const ids = [added!.notificationId];
  expect((await listNotifications(quinn, { limit: 10 })).rows).toEqual([]);
  expect(await notificationsById(quinn, ids)).toEqual([null]);
  await markNotificationsRead(quinn);
  expect(await unreadNotificationCount(asPia())).toBe(1);
  expect((await notificationsById(asPia(), ids))[0]?.title).toBe('Your ticket was answered');
  const nobody = domain.as({ kind: 'anonymous' });
  for (const attempt of [listNotifications(nobody, { limit: 1 }), markNotificationsRead(nobody)]) {
    await expect(attempt).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  }
});
