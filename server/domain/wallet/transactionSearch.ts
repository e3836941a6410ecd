import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { isReferenceKey, referenceKey } from '../../../web/paymentTexts.ts';
import { users } from '../../../db/schema/accounts.ts';
import { payees } from '../../../db/schema/settings.ts';
import { memberText, transactionText } from '../../../db/schema/searchTexts.ts';
import { walletTransactions } from '../../../db/schema/wallet.ts';
import { idArray } from '../../../db/idArray.ts';
import type { Context } from '../ground/verbs/context.ts';
import { amountIn, partPattern, SHORTEST_PART, wordsOf } from '../ground/values/searchWords.ts';
import { readSearch } from '../ground/values/typedText.ts';

/** Above this many players, their requests are so frequent that the list is read in its order instead. */
const MAX_PLAYERS_BY_ID = 1_000;

/**
 * Requests that a search finds: by reference, however it is typed; by part (at least 3 characters) of reference, payout reference, payout account, payee,
 * or the player's name, email or UID; by amount in rupees; by global id. Of several words, requests that have the text as
 * it stands, and those that each word finds, as a part or an amount. Undefined for an empty search.
 */
export async function searchCondition(ctx: Context, search: string | undefined): Promise<SQL | undefined> {
  const text = readSearch(search);
  if (text === '') return undefined;
  const id = ctx.ids.openAs('Transaction', text);
  const conditions = [
    id === null ? undefined : eq(walletTransactions.id, id),
    byReference(text),
    await byText(ctx, text),
    await byEachWord(ctx, text),
  ];
  return or(...conditions) ?? sql`false`;
}

/** With the key of this reference; undefined for a text that is none. */
function byReference(text: string): SQL | undefined {
  const key = referenceKey(text);
  if (!isReferenceKey(key)) return undefined;
  return or(eq(walletTransactions.referenceKey, key), eq(walletTransactions.payoutClaim, key));
}

/** As an amount or a part; undefined for a text that is no amount and too short for a part. */
async function byText(ctx: Context, text: string): Promise<SQL | undefined> {
  const amount = amountIn(text);
  return or(
    amount === null ? undefined : eq(walletTransactions.amount, amount),
    ...([...text].length < SHORTEST_PART ? [] : await byPart(ctx, text)),
  );
}

/** Requests that each of several words finds. Words that are no amount and too short for a part don't count. */
async function byEachWord(ctx: Context, text: string): Promise<SQL | undefined> {
  const words = wordsOf(text);
  if (words === null) return undefined;
  return and(...(await Promise.all(words.map((word) => byText(ctx, word)))));
}

async function byPart(ctx: Context, text: string): Promise<SQL[]> {
  const pattern = partPattern(text);
  const players = ctx.db
    .select({ id: users.id })
    .from(users)
    .where(sql`${memberText} like ${pattern}`);
  const payeeIds = await ctx.db
    .select({ id: payees.id })
    .from(payees)
    .where(sql`lower(coalesce(${payees.upiId}, '') || ' ' || coalesce(${payees.accountNumber}, '')) like ${pattern}`);
  const playerIds = await players.limit(MAX_PLAYERS_BY_ID + 1);
  const conditions = [sql`${transactionText} like ${pattern}`];
  // As arrays, whose length the planner has.
  if (payeeIds.length > 0) conditions.push(isOneOf(walletTransactions.payeeId, payeeIds));
  if (playerIds.length > MAX_PLAYERS_BY_ID) conditions.push(inArray(walletTransactions.playerId, players));
  else if (playerIds.length > 0) conditions.push(isOneOf(walletTransactions.playerId, playerIds));
  return conditions;
}

function isOneOf(
  column: typeof walletTransactions.payeeId | typeof walletTransactions.playerId,
  rows: readonly { id: bigint }[],
): SQL {
  return sql`${column} = any (${idArray(rows.map(({ id }) => id))})`;
}
