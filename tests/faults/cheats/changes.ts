import { writeLog } from './log.ts';
import { type Month, textOf } from './month.ts';

type Values = Record<string, unknown>;

/** A month's files with one value changed. */
export interface Changed {
  /** What was changed, as `<file> <kind>: <field>`, and to what. */
  name: string;
  month: Month;
}

/** Each field of a round of each kind, of a bet and of the entries in the log is changed in turn; of rounds and bets also to null. */
export function* changesOf(month: Month): Generator<Changed> {
  const kinds = new Map(month.rounds.map((round) => [kindOf(round), round]));
  for (const [kind, round] of kinds) {
    for (const [field, name, changed] of changedValues(round, month, [null])) {
      const base = around(month, round.gameId, ofChain.has(field));
      const at = base.rounds.findIndex(({ gameId }) => gameId === round.gameId);
      yield { name: `round ${kind}: ${name}`, month: { ...base, rounds: base.rounds.with(at, changed as never) } };
    }
    if (!loggedKinds.has(kind)) continue;
    const base = around(month, round.gameId);
    for (const [index, line] of base.log.entries()) {
      if (index === 0 || !line.includes(`"gameId":"${round.gameId}"`)) continue;
      const entry = JSON.parse(line) as Values;
      for (const [, name, changed] of changedValues(entry, month)) {
        const changedMonth = { ...base, log: base.log.with(index, JSON.stringify(changed)) };
        writeLog(changedMonth, { adapts: false });
        yield { name: `${String(entry['type'])} ${kind}: ${name}`, month: changedMonth };
      }
    }
  }
  const [bet] = month.bets;
  if (!bet) throw new Error('the month has bets');
  const base = around(month, bet.gameId);
  for (const [, name, changed] of changedValues(bet, month, [null]))
    yield { name: `bet: ${name}`, month: { ...base, bets: base.bets.with(0, changed as never) } };
  const head = JSON.parse(month.log[0] ?? '') as Values;
  for (const [, name, changed] of changedValues(head, month))
    yield { name: `head: ${name}`, month: { ...base, log: base.log.with(0, JSON.stringify(changed)) } };
}

/** Fields by which the next round follows. */
const ofChain = new Set(['gameId', 'number', 'chainId', 'chainIndex', 'commitment', 'seed']);
/** Entries of the others are compared by the same code. */
const loggedKinds = new Set(['colour-pf/2 PROFIT_RULE', 'colour-pf/2 OPERATOR', 'colour-pf/2 VOID with root']);

export const kindOf = ({ drawVersion, state, decidedBy, betsRoot }: Month['rounds'][number]) =>
  `${drawVersion} ${decidedBy ?? state}${state === 'VOID' ? ` with${betsRoot === null ? 'out' : ''} root` : ''}`;

/** The month with that round only, on request with the next one. */
function around(month: Month, gameId: string, withNext = false): Month {
  const at = month.rounds.findIndex((round) => round.gameId === gameId);
  const rounds = month.rounds.slice(at, at + (withNext ? 2 : 1));
  return { ...month, rounds, bets: month.bets.filter((bet) => rounds.some((round) => round.gameId === bet.gameId)) };
}

/** The line with each field changed to another value of its form, and to `also`; with the field and what it was changed to. */
function* changedValues(
  line: object,
  month: Month,
  also: readonly unknown[] = [],
): Generator<[string, string, Values]> {
  for (const [field, value] of Object.entries<unknown>(line as Values)) {
    const others = field === 'checkpoints' ? confirmedByFewer(value) : known[field];
    for (const other of [...(others ?? [otherThan(value, field, month)]), ...also])
      if (JSON.stringify(other) !== JSON.stringify(value))
        yield [field, `${field} ${shown(other)}`, { ...line, [field]: other }];
  }
}

/**
 * The states of a decision without confirmations, and all with those of one witness alone. Each state has its own order of
 * witnesses, and confirmations of different states count together.
 */
const confirmedByFewer = (checkpoints: unknown) => {
  const notes = (checkpoints as string[] | null)?.map((note) => note.split('\n'));
  const witness = notes?.flatMap((lines) => lines.slice(BEFORE_WITNESSES))[0]?.split(' ')[1] ?? '';
  const byOne = notes?.map((lines) =>
    [
      ...lines.slice(0, BEFORE_WITNESSES),
      ...lines.slice(BEFORE_WITNESSES).filter((line) => line.split(' ')[1] === witness),
      '',
    ].join('\n'),
  );
  return [null, [], byOne ?? null];
};
/** Lines of a state: name, size, root, an empty one, and the log's own signature. */
const BEFORE_WITNESSES = 5;

const shown = (value: unknown) => {
  const text = JSON.stringify(value);
  return text.length > 30 ? 'another' : text;
};

const known: Readonly<Record<string, readonly unknown[]>> = {
  state: ['SETTLED', 'DECIDED', 'VOID'],
  decidedBy: ['DRAW', 'PROFIT_RULE', 'OPERATOR'],
  wouldBeDecidedBy: ['DRAW', 'PROFIT_RULE'],
  drawVersion: ['colour-pf/1', 'colour-pf/2'],
  randomize: [true, false],
  type: ['none', 'betsRoot', 'void'],
  profitabilityLevel: [0, 9],
  ruleVersion: [1, 2],
  witnesses: [7],
  payoutTable: [7],
  beaconRound: [12_345],
  beaconSignature: ['ab'.repeat(48)],
  beaconRandomness: ['ab'.repeat(32)],
  betsRoot: ['ab'.repeat(32)],
  winningNumber: [0, 1],
  bets: [7],
  stakes: ['1.00'],
  payouts: ['1.00'],
  stakesBySelection: [Array.from({ length: 13 }, () => '1.00')],
  payoutsByNumber: [Array.from({ length: 10 }, () => '1.00')],
};

function otherThan(value: unknown, field: string, month: Month): unknown {
  if (value === null) return 'another';
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (Array.isArray(value)) return value.length === 0 ? ['0'] : value.with(0, otherThan(value[0], '', month));
  if (typeof value === 'object') return { ...value, index: 0 };
  const text = value as string;
  if (field === 'checkpoint') return text.replace(/\n\d+\n/, '\n7\n');
  if (field === 'gameId') return month.rounds.at(-1)?.gameId;
  if (!Number.isNaN(Date.parse(text)) && text.endsWith('Z')) return text.replace('2026', '2025');
  return text.replace(/[0-9a-zA-Z](?=[0-9a-zA-Z\n=-]*$)/, (letter) => (letter === '1' ? '2' : '1'));
}

/** Its texts, without those that are as in `base`. */
export function changedTexts(month: Month, base: ReturnType<typeof textOf>): Partial<ReturnType<typeof textOf>> {
  const texts = Object.entries(textOf(month)).filter(([name, text]) => text !== base[name as keyof typeof base]);
  return Object.fromEntries(texts);
}
