import type { PublicBet } from './betsTree.ts';

/** A round as it is public: a line of the file of rounds. Amounts are rupees as text, hashes hex, instants ISO 8601. */
export interface PublicRound {
  readonly gameId: string;
  /** Gapless per game. */
  readonly number: number;
  readonly startsAt: string;
  /** Bets were taken until then. */
  readonly evaluationTime: string;
  readonly endsAt: string;
  /** CLOSED: it waits for the beacon. */
  readonly state: string;
  /** Null of a void or waiting round. */
  readonly decidedBy: string | null;
  /** Of a void or waiting round. */
  readonly wouldBeDecidedBy: string | null;
  readonly winningNumber: number | null;
  readonly drawVersion: string;
  readonly chainId: string;
  readonly chainIndex: number;
  readonly commitment: string;
  /** Null of a void round whose seed was lost in a restore. */
  readonly seed: string | null;
  /** Whether it was. Files of earlier releases do not tell it. */
  readonly seedLost?: boolean | undefined;
  readonly beaconRound: number | null;
  readonly beaconSignature: string | null;
  readonly beaconRandomness: string | null;
  readonly betsRoot: string | null;
  readonly timelock: string | null;
  readonly profitabilityLevel: number | null;
  readonly ruleVersion: number | null;
  /** Null of a round whose bets were not counted, as the next four. */
  readonly bets: number | null;
  readonly stakesBySelection: readonly string[] | null;
  readonly payoutsByNumber: readonly string[] | null;
  /** From SETTLED on, as the next. */
  readonly stakes: string | null;
  readonly payouts: string | null;
  /** Where an operator decided. */
  readonly overrideReason: string | null;
  readonly voidReason: string | null;
}

type Test = (value: unknown) => boolean;

const text: Test = (value) => typeof value === 'string' && value.length <= 3_000;
const whole: Test = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const hash: Test = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const money: Test = (value) => typeof value === 'string' && /^\d{1,15}\.\d\d$/.test(value);
const name: Test = (value) => typeof value === 'string' && /^sapre(?:Half|One|Three)-\d{12}$/.test(value);
const instant: Test = (value) => text(value) && !Number.isNaN(Date.parse(value as string));
const below =
  (limit: number): Test =>
  (value) =>
    whole(value) && (value as number) < limit;
const list =
  (of: Test, length: number): Test =>
  (value) =>
    Array.isArray(value) && value.length === length && value.every(of);
const orNull =
  (of: Test): Test =>
  (value) =>
    value === null || of(value);

const roundFields: Record<keyof PublicRound, Test> = {
  seedLost: (value) => value === undefined || typeof value === 'boolean',
  gameId: name,
  number: whole,
  startsAt: instant,
  evaluationTime: instant,
  endsAt: instant,
  state: (value) => value === 'DECIDED' || value === 'SETTLED' || value === 'VOID' || value === 'CLOSED',
  decidedBy: orNull(text),
  wouldBeDecidedBy: orNull(text),
  winningNumber: orNull(below(10)),
  drawVersion: text,
  chainId: text,
  chainIndex: whole,
  commitment: hash,
  seed: orNull(hash),
  beaconRound: orNull(whole),
  beaconSignature: orNull(text),
  beaconRandomness: orNull(hash),
  betsRoot: orNull(hash),
  timelock: orNull(text),
  profitabilityLevel: orNull(below(10)),
  ruleVersion: orNull(whole),
  bets: orNull(whole),
  stakesBySelection: orNull(list(money, 13)),
  payoutsByNumber: orNull(list(money, 10)),
  stakes: orNull(money),
  payouts: orNull(money),
  overrideReason: orNull(text),
  voidReason: orNull(text),
};

const betFields: Record<keyof PublicBet, Test> = {
  gameId: name,
  bet: whole,
  selection: below(13),
  paise: whole,
  receivedAt: whole,
  player: orNull(hash),
};

/** Throws a TypeError that names what is wrong with a line. */
export function roundOf(line: unknown): PublicRound {
  return withFields(line, roundFields) as unknown as PublicRound;
}

/** Throws a TypeError that names what is wrong with a line. */
export function betOf(line: unknown): PublicBet {
  return withFields(line, betFields) as unknown as PublicBet;
}

function withFields(line: unknown, fields: Readonly<Record<string, Test>>): Record<string, unknown> {
  const found = (typeof line === 'object' && line !== null ? line : {}) as Record<string, unknown>;
  for (const [field, test] of Object.entries(fields)) {
    if (!test(found[field])) throw new TypeError(`${field} is missing or malformed`);
  }
  return found;
}
