import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import { inTransaction, rawQuery, type Queryable, type Tx } from '../../../db/client.ts';
import { chainCheckpoints, chains } from '../../../db/schema/contests.ts';
import type { StoredValue } from '../../platform/keyring.ts';
import { checkpointPlace } from '../ground/values/storedPlaces.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import type { Context } from '../ground/verbs/context.ts';
import { authorize } from '../ground/actors/permissions.ts';
import { lockGame } from './gameLock.ts';
import { type GameType, gameTypes, lengthMs } from './gameTypes.ts';
import { type HashChain, makeHashChain, seedBelow } from './hashChain.ts';

const YEAR_MS = 365 * 86_400_000;

/** Default number of contests per chain: a year of them. */
export function contestsPerYear(gameType: GameType): number {
  return Math.floor(YEAR_MS / lengthMs(gameType));
}

/** Makes a new chain for a game: another one each time. */
export type MakeChain = (gameType: GameType) => Promise<HashChain>;

/** Makes chains of `length` contests; default: a year of them. */
export function chainMaker(length?: number): MakeChain {
  return (gameType) => makeHashChain(length ?? contestsPerYear(gameType));
}

/**
 * Begins at once to make the first chain of each game, one after another, so that they are ready, or nearly, when the
 * games start. Any further chain is made on demand by `make`.
 */
export function chainsAhead(make: MakeChain): MakeChain {
  const ahead = new Map<GameType, Promise<HashChain>>();
  let last: Promise<unknown> = Promise.resolve();
  for (const gameType of gameTypes) {
    const made = last.then(() => make(gameType));
    // A failure is reported by the game that takes the chain.
    last = made.catch(() => undefined);
    ahead.set(gameType, made);
  }
  return (gameType) => {
    const made = ahead.get(gameType);
    ahead.delete(gameType);
    return made ?? make(gameType);
  };
}

/** Public data of a chain. */
export interface PublishedChain {
  chainId: string;
  gameType: GameType;
  length: number;
  /** s_0: published before the chain's first contest. */
  anchor: Buffer;
  createdAt: Date;
  /** When a newer chain took over. */
  retiredAt: Date | null;
}

/** Every chain there has been, newest first. */
export async function listChains(ctx: Context): Promise<PublishedChain[]> {
  authorize(ctx, 'contest:read');
  const { chainId, gameType, length, anchor, createdAt, retiredAt } = chains;
  return ctx.db
    .select({ chainId, gameType, length, anchor, createdAt, retiredAt })
    .from(chains)
    .orderBy(desc(chains.id));
}

/**
 * Ensures that the game has a chain with a seed left for the next contest. A chain that has run out is replaced while
 * its last contest runs, so that no opening waits for the new one. Returns whether a new chain was begun here; with
 * several servers, one begins it.
 */
export async function ensureChain(
  ctx: Context,
  gameType: GameType,
  makeChain: () => Promise<HashChain>,
): Promise<boolean> {
  authorize(ctx, 'contest:advance');
  if (await hasSeedLeft(ctx.db, gameType)) return false;
  const made = await makeChain();
  return inTransaction(ctx.db, async (tx) => {
    await lockGame(tx, gameType);
    if (await hasSeedLeft(tx, gameType)) return false;
    await beginChain(tx, ctx, gameType, made);
    return true;
  });
}

/**
 * Begins a new chain for each game, used from the next contests on. For use after a restore from backup, when seeds
 * that are secret in the restored database may have been published.
 */
export async function rotateChains(ctx: Context, lengthOf = contestsPerYear): Promise<PublishedChain[]> {
  authorize(ctx, 'chain:rotate');
  const begun: PublishedChain[] = [];
  for (const gameType of gameTypes) {
    const made = await makeHashChain(lengthOf(gameType));
    begun.push(
      await inTransaction(ctx.db, async (tx) => {
        await lockGame(tx, gameType);
        const { before, after } = await beginChain(tx, ctx, gameType, made);
        await recordAudit(tx, ctx, {
          action: 'chain:rotate',
          subjectType: 'chain',
          subject: gameType,
          before: before === null ? undefined : { chainId: before },
          after: { chainId: after.chainId },
        });
        return after;
      }),
    );
  }
  return begun;
}

/** A stored seed, at its own index of the chain or a higher one. */
interface StoredSeed extends StoredValue {
  chainId: bigint;
  index: number;
}

/** s_n of a contest that has ended. Throws where the contest has not ended by the database's clock. */
export async function seedOf(
  tx: Tx,
  ctx: Pick<Context, 'keyring'>,
  { id, gameId, chainIndex }: { id: bigint; gameId: string; chainIndex: number },
): Promise<Buffer> {
  const [stored] = await rawQuery<StoredSeed>(
    tx,
    sql`select chain_id as "chainId", seed_index as "index", seed as value, key_id as "keyId" from ended_seed(${id})`,
  );
  if (!stored) throw new Error(`the database has no seed for contest ${gameId} yet`);
  return seedFrom(ctx, stored, chainIndex);
}

/**
 * s_n of an open contest under version 2 of the draw, to be timelocked: there the seed alone does not give the number. Null
 * once the timelock is stored.
 */
export async function seedToLock(
  ctx: Context,
  { id, chainIndex }: { id: bigint; chainIndex: number },
): Promise<Buffer | null> {
  const [stored] = await rawQuery<StoredSeed>(
    ctx.db,
    sql`select chain_id as "chainId", seed_index as "index", seed as value, key_id as "keyId" from seed_to_lock(${id})`,
  );
  return stored ? seedFrom(ctx, stored, chainIndex) : null;
}

function seedFrom({ keyring }: Pick<Context, 'keyring'>, stored: StoredSeed, chainIndex: number): Buffer {
  const seed = keyring.decrypt(checkpointPlace(stored.chainId, stored.index), stored);
  return seedBelow({ index: stored.index, seed }, chainIndex);
}

async function hasSeedLeft(queryable: Queryable, gameType: GameType): Promise<boolean> {
  const rows = await queryable
    .select({ id: chains.id })
    .from(chains)
    .where(and(eq(chains.gameType, gameType), isNull(chains.retiredAt), lte(chains.nextIndex, chains.length)));
  return rows.length > 0;
}

async function beginChain(
  tx: Tx,
  ctx: Context,
  gameType: GameType,
  { length, anchor, checkpoints }: HashChain,
): Promise<{ before: string | null; after: PublishedChain }> {
  const [retired] = await tx
    .update(chains)
    .set({ retiredAt: ctx.now })
    .where(and(eq(chains.gameType, gameType), isNull(chains.retiredAt)))
    .returning({ chainId: chains.chainId });
  const chain = {
    // Named after its anchor, so that publishing the name already commits the server to it.
    chainId: `${gameType}-${anchor.toString('hex').slice(0, 16)}`,
    gameType,
    length,
    anchor,
    createdAt: ctx.now,
    retiredAt: null,
  };
  const [row] = await tx.insert(chains).values(chain).returning({ id: chains.id });
  if (!row) throw new Error('the new chain was not stored');
  await tx.insert(chainCheckpoints).values(
    checkpoints.map(({ index, seed }) => {
      const { value, keyId } = ctx.keyring.encrypt(checkpointPlace(row.id, index), seed);
      return { chainId: row.id, index, seed: value, keyId };
    }),
  );
  return { before: retired?.chainId ?? null, after: chain };
}
