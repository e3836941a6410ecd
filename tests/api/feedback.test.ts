import { afterAll, beforeAll, expect, it } from 'vitest';
import { listFeedback, submitFeedback } from '../../server/domain/tickets/feedback.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';
import { givenActor } from '../support/world/bulk.ts';

let database: TestDatabase;
let domain: TestDomain;
beforeAll(async () => {
  database = await createTestDatabase();
  domain = openDomain(database);
});
afterAll(() => database.close());

it('players give stars and words, admins read them, newest first', async () => {
  const pia = await givenActor(domain, 'player');
  const asAdmin = domain.as(await givenActor(domain, 'admin'));
  await submitFeedback(domain.as(pia), { rating: 4, text: ' Nice colours. ' });
  await submitFeedback(domain.as(pia), { rating: 5, text: '' });
  const first = await listFeedback(asAdmin, { limit: 1 });
  expect(first).toMatchObject({ rows: [{ rating: 5, text: '', playerId: pia.userId }], hasNext: true });
  const second = await listFeedback(asAdmin, { limit: 1, after: first.rows[0]!.id });
  expect(second).toMatchObject({ rows: [{ rating: 4, text: 'Nice colours.' }], hasNext: false });
});

it.each([
  ['rating', { rating: 0, text: 'x' }],
  ['rating', { rating: 6, text: 'x' }],
  ['rating', { rating: 4.5, text: 'x' }],
  ['rating', { rating: Number.NaN, text: 'x' }],
  ['text', { rating: 3, text: 'x'.repeat(401) }],
])('a wrong %s is refused and nothing is kept', async (field, wrong) => {
  const asPia = domain.as(await givenActor(domain, 'player'));
  const asAdmin = domain.as(await givenActor(domain, 'admin'));
  const before = (await listFeedback(asAdmin, { limit: 100 })).rows.length;
  await expect(submitFeedback(asPia, wrong)).rejects.toMatchObject({ code: 'INVALID_INPUT', extra: { field } });
  expect((await listFeedback(asAdmin, { limit: 100 })).rows).toHaveLength(before);
});

it('is given by players and read by admins only', async () => {
  const asPia = domain.as(await givenActor(domain, 'player'));
  const asAdmin = domain.as(await givenActor(domain, 'admin'));
  await expect(submitFeedback(asAdmin, { rating: 5, text: '' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(listFeedback(asPia, { limit: 10 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
