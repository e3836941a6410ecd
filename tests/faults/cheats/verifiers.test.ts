import { spawnSync } from 'node:child_process';
import { sign } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkpointText, cosign, signerOf, signNote } from '../../../server/platform/tlog/note.ts';
import { createTestDatabase } from '../../support/database.ts';
import { logSigner } from '../../support/domain.ts';
import { testChain } from '../../support/testBeacon.ts';
import { playPublicMonth } from '../../support/world/publicMonth.ts';
import { checkRounds } from '../../../web/lib/verify/checkMonth.ts';
import { checkPublishedRound } from '../../../web/features/fairness/roundCheck.ts';
import { roundOf } from '../../../web/lib/verify/publicRound.ts';
import { changedTexts, changesOf } from './changes.ts';
import { cheats, hiddenCheats, unlogged } from './cheats.ts';
import {
  chain,
  type FoundByPython,
  foundByPython,
  foundIn,
  foundInBrowser,
  hasPairings,
  hasPython,
  lines,
  python,
  readerOf,
  verifier,
} from './found.ts';
import { writeLog } from './log.ts';
import { verifierOnce } from './verifierOnce.ts';
import { monthOf, type Month, namesOf, publishBets, type RoundLine, textOf } from './month.ts';

let month: Month;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verifiers-'));
  const database = await createTestDatabase();
  month = monthOf(await playPublicMonth(database));
  await database.close();
});
afterAll(() => rm(folder, { recursive: true }));

const logOf = (of: Month) => readerOf(of).finish();
const atHand = (of: Month) => ({ chain, log: readerOf(of) });

/** Runs verify.py over texts in one process. Equal signatures are verified once: one of the beacon takes py_ecc a second. */
const manyTimes = `
import contextlib, functools, importlib.util, io, json, sys
spec = importlib.util.spec_from_file_location("verify", sys.argv[1])
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)
verify.ed25519 = functools.lru_cache(None)(verify.ed25519)
signed, known = verify.signed, {}
def once(round, key):
    name = json.dumps([round["beaconRound"], round["beaconSignature"], round["beaconRandomness"], round["endsAt"]])
    if name not in known:
        known[name] = signed(round, key)
    return known[name]
verify.signed = once
key, base, results = sys.argv[2], json.loads(sys.stdin.readline()), []
for line in sys.stdin:
    texts = {**base, **json.loads(line)}
    files = {"rounds": texts["rounds"], "bets": texts["bets"], "log": texts["log"], "half": texts["others"][0], "three": texts["others"][1]}
    verify.open = lambda name, **_: io.StringIO(files[name])
    sys.argv = ["verify.py", "rounds", "bets", "--log", "log", "--others", "half", "three", "--beacon-key", key]
    output, status = io.StringIO(), None
    with contextlib.redirect_stdout(output):
        try:
            verify.main()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else print("malformed:", end.code) or 1
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            status, _ = 1, print("malformed:", repr(error))
    results.append({"status": status, "output": output.getvalue()})
print(json.dumps(results))
`;

/** What verify.py finds in each month, and its exit code. */
function allFoundByPython(months: readonly Month[]): FoundByPython[] {
  const base = textOf(month);
  const input = [base, ...months.map((one) => changedTexts(one, base))].map((texts) => `${JSON.stringify(texts)}\n`);
  const { stdout, stderr } = spawnSync('python3', ['-c', manyTimes, verifier, testChain.publicKey], {
    encoding: 'utf8',
    input: input.join(''),
    maxBuffer: 2 ** 26,
  });
  expect(stderr).toBe('');
  const results = JSON.parse(stdout) as { status: number; output: string }[];
  return results.map(({ status, output }) => ({ status, ...foundIn(output.trimEnd().split('\n')) }));
}

describe('a month of an honest server', () => {
  test('has rounds of every kind', () => {
    const kinds = new Set(
      month.rounds.map(({ drawVersion, state, decidedBy }) => `${drawVersion} ${state} ${decidedBy}`),
    );
    expect([...kinds].toSorted()).toEqual([
      'colour-pf/1 SETTLED DRAW',
      'colour-pf/1 SETTLED PROFIT_RULE',
      'colour-pf/2 CLOSED null',
      'colour-pf/2 SETTLED DRAW',
      'colour-pf/2 SETTLED OPERATOR',
      'colour-pf/2 SETTLED PROFIT_RULE',
      'colour-pf/2 VOID null',
    ]);
  });

  test('passes every check of the browser’s verifier, which makes all of them', async () => {
    const made = new Set<string>();
    for await (const { round, checks, logged, order, rule } of checkRounds(
      lines(month.rounds),
      lines(month.bets),
      atHand(month),
    )) {
      // The bets of a round that waits are not public yet.
      const open = round.state === 'CLOSED' ? [null] : [];
      expect(new Set(Object.values(checks)), round.gameId).toEqual(new Set([true, ...open]));
      for (const step of Object.keys(checks)) made.add(step);
      const needsWitnesses = round.drawVersion === 'colour-pf/2' && round.decidedBy !== null;
      expect(logged).toEqual({
        log: true,
        ...(needsWitnesses && { witnessed: true }),
        ...(round.state === 'VOID' && { void: true }),
      });
      const drawn = round.drawVersion === 'colour-pf/1' || round.beaconRandomness !== null;
      expect(order?.length ?? 0).toBe(drawn ? 10 : 0);
      if (drawn && round.wouldBeDecidedBy === 'PROFIT_RULE') expect(rule?.winner).toBeTypeOf('number');
    }
    expect([...made].toSorted()).toEqual(['beacon', 'number', 'payouts', 'root', 'seed', 'stakes', 'timelock']);
    expect(await foundInBrowser(month)).toEqual([]);
    const { hidden, shownBy } = await logOf(month);
    expect(shownBy?.['another game']).toBeGreaterThan(hidden / 2);
    // Without both other files it stays open whose the others are.
    expect((await logOf({ ...month, others: month.others.slice(1) })).shownBy).toMatchObject({ none: 0 });
  });

  test.runIf(hasPython)('passes verify.py, which tells whether it verified signatures', () => {
    const missing = hasPairings ? '' : '; signatures of the beacon NOT verified: py_ecc is missing';
    expect(foundByPython(month, folder)).toEqual({
      found: [],
      status: 0,
      last: `${month.rounds.length} rounds, 0 faults${missing}`,
    });
  });

  test('has checks left open without its bets, and names the line that is none', async () => {
    const open: string[] = [];
    for await (const { checks } of checkRounds(lines(month.rounds), null, atHand(month)))
      open.push(...Object.entries(checks).flatMap(([step, holds]) => (holds === null ? [step] : [])));
    expect(new Set(open)).toEqual(new Set(['root', 'stakes']));
    const broken = [...month.rounds.slice(0, 2), { ...month.rounds[2], seed: 'none' }];
    const checked: string[] = [];
    const all = async () => {
      for await (const { round } of checkRounds(lines(broken), null, { chain, log: null })) checked.push(round.gameId);
    };
    await expect(all()).rejects.toThrow('line 3: seed is missing or malformed');
    expect(checked).toHaveLength(2);
  });
});

describe('a server that cheats', () => {
  // Each is found by these checks alone: without them it would pass.
  const withLog = cheats.map((cheat) => ({
    ...cheat,
    commit(of: Month) {
      const { round } = namesOf(of);
      const cheated = cheat.commit(of);
      writeLog(cheated, { late: cheat.rootIsLate ? round : null });
      return cheated;
    },
  }));
  const all = [...withLog, ...unlogged];
  let months: Month[];
  let foundByPythons: FoundByPython[] | null;
  beforeAll(() => {
    months = all.map(({ commit }) => commit(structuredClone(month)));
    foundByPythons = hasPython ? allFoundByPython(months) : null;
  });

  test.each(all.map((cheat, at) => ({ ...cheat, at })))('$name is found', async ({ at, found }) => {
    const expected = found(namesOf(month)).toSorted();
    expect((await foundInBrowser(months[at] as Month)).toSorted()).toEqual(expected);
    if (foundByPythons === null) return;
    const byPython = foundByPythons[at] as FoundByPython;
    const checked = expected.filter(
      (fault) => !fault.endsWith(': timelock') && (hasPairings || !fault.endsWith(': beacon')),
    );
    expect(byPython.found.toSorted()).toEqual(checked);
    expect(byPython.status).toBe(checked.length > 0 ? 1 : 0);
  });
});

/** What may be changed without being found, and why. */
const provesNothing: readonly [RegExp, string][] = [
  [/^round .*: (?:gameType|wouldBeDecidedBy) /, 'decides nothing; the game is in the name of the round'],
  [
    /^round .* (?:DRAW|OPERATOR|VOID without root|CLOSED): (?:profitabilityLevel|ruleVersion) /,
    'the profit rule did not decide',
  ],
  [/^round .*: state "DECIDED"/, 'a file may be from before the payment'],
  [/^round .* (?:VOID.*|CLOSED): (?:bets|stakes|stakesBySelection|payoutsByNumber) /, 'nothing was paid by them'],
  [/^round colour-pf\/1 .*: beaconRandomness /, 'the draw has no beacon'],
  [/^opened .*: payoutTable /, 'a verifier has the table'],
  [/^opened .* OPERATOR: (?:randomize|profitabilityLevel|ruleVersion) /, 'they did not decide'],
  [/^opened .* VOID with root: witnesses /, 'a void round needs none'],
  [/^seed .*: (?:type|gameId) /, 'the commitment tells the seed'],
  [/^refunded .*: (?:type|gameId) /, 'who got what back is not public'],
  [/^opened .*: waitsForBeacon /, 'so were rounds before 2027'],
  [/^(?:decided|settled|refunded|void) .*: \w+At /, 'when a deed was done follows from nothing'],
  [/^head: v /, 'the version of the file'],
];

describe.runIf(hasPython)('both verifiers', () => {
  /** verify.py opens no timelocks, and verifies the beacon's signatures only with a package. */
  const comparable = (found: readonly string[]) =>
    found
      .filter((one) => !/: (?:timelock|beacon)$/.test(one))
      .toSorted()
      .join();

  test('find the same, whichever value of a round, a bet or an entry of the log is changed', async () => {
    const changes = [...changesOf(month)];
    const by = await verifierOnce(folder);
    const byPython = allFoundByPython(changes.map(({ month: changed }) => changed));
    const differences: string[] = [];
    const unnoticed = new Set<string>();
    for (const [at, { name, month: changed }] of changes.entries()) {
      const inBrowser = await foundInBrowser(changed, by).catch(() => ['malformed']);
      const { found = [], status } = byPython[at] ?? {};
      if (inBrowser.length === 0) unnoticed.add(name);
      const isFoundByBoth = inBrowser.length > 0 && status === 1;
      // A round under the name of another is judged as that one by verify.py; the other stops there.
      const stops = [...inBrowser, ...found].includes('malformed') || / gameId /.test(name);
      if (isFoundByBoth ? !stops && comparable(inBrowser) !== comparable(found) : inBrowser.length > 0 || status !== 0)
        differences.push(`${name}: ${inBrowser.join()} / ${found.join()} ${status}`);
    }
    expect(differences).toEqual([]);
    const free = [...unnoticed].filter((name) => !provesNothing.some(([pattern]) => pattern.test(name)));
    expect(free).toEqual([]);
    for (const [pattern] of provesNothing)
      expect(
        [...unnoticed].some((name) => pattern.test(name)),
        String(pattern),
      ).toBe(true);
  }, 180_000);
});

describe.runIf(hasPython)('verify.py alone', () => {
  type Change = (month: Month, round: RoundLine, at: number) => void;
  /** A line of the log about a round, replaced by what `change` makes of it, further ones after the decision; the trees and signatures are those of the new lines. */
  const relog = (of: Month, type: string, change: (line: string) => string[]) => {
    const { round: gameId } = namesOf(of);
    const at = of.log.findIndex((line) => line.includes(`"type":"${type}","gameId":"${gameId}"`));
    const [line = '', ...more] = change(of.log[at] ?? '');
    of.log[at] = line;
    const decided = of.log.findIndex((other) => other.includes(`"type":"decided","gameId":"${gameId}"`));
    for (const added of more) {
      const hidden = of.log.findIndex((other, place) => place > decided && other.startsWith('"'));
      of.log[hidden] = added;
    }
    writeLog(of);
  };
  const head = (of: Month, change: (values: Record<string, unknown>) => object) => {
    of.log[0] = JSON.stringify({ ...(JSON.parse(of.log[0] ?? '') as object), ...change(JSON.parse(of.log[0] ?? '')) });
  };
  const impostor = signerOf(logSigner.name, 'note', Buffer.alloc(32, 99));

  test('accepts a signature only of the key’s kind, name and id, and in its one form', () => {
    const [log, witness] = [
      signerOf('one', 'note', Buffer.alloc(32, 1)),
      signerOf('one', 'cosignature', Buffer.alloc(32, 1)),
    ];
    const text = checkpointText({ origin: 'one', size: 1, root: Buffer.alloc(32) });
    const [plain, confirmed] = [signNote(text, log), `${text}\n${cosign(text, witness, 5)}`];
    const signature = sign(null, Buffer.from(text), log.privateKey);
    const idOf = (vkey: string) => vkey.split('+')[1] ?? '';
    const noteBy = (name: string, id: string, by = signature) =>
      `${text}\n— ${name} ${Buffer.concat([Buffer.from(id, 'hex'), by]).toString('base64')}\n`;
    // s and s + Q verify alike where s is not bounded.
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`) + order;
    const other = Buffer.concat([
      signature.subarray(0, 32),
      Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse(),
    ]);
    const cases: [note: string, vkey: string, kind: number, at: number | null][] = [
      [plain, log.vkey, 1, 1],
      [confirmed, witness.vkey, 4, 5],
      [noteBy('one', idOf(log.vkey)), log.vkey, 1, 1],
      [noteBy('one', idOf(witness.vkey)), witness.vkey, 1, null],
      [noteBy('one', '00000000'), log.vkey.replace(idOf(log.vkey), '00000000'), 1, null],
      [noteBy('two', idOf(log.vkey)), log.vkey, 1, null],
      [noteBy('one', '00000000'), log.vkey, 1, null],
      [noteBy('one', idOf(log.vkey), other), log.vkey, 1, null],
      [confirmed.replace('one', 'two'), witness.vkey, 4, null],
    ];
    const ask = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("verify", sys.argv[1])
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)
print(json.dumps([verify.signed_at(note, vkey, kind) for note, vkey, kind, _ in json.loads(sys.argv[2])]))`;
    const { stdout, stderr } = python('-c', ask, verifier, JSON.stringify(cases));
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(cases.map(([, , , at]) => at));
  });

  const rounds: [string, string, Change][] = [
    ['a gap in the numbers', 'follows', (_, round) => (round.number += 1)],
    ['a gap in the chain', 'follows', (_, round) => (round.chainIndex += 1)],
    [
      'a chain without its name',
      'follows',
      (_, round) => Object.assign(round, { chainId: `${round.gameType}-${'0'.repeat(16)}`, chainIndex: 1 }),
    ],
    [
      'bets out of order',
      'root',
      (of, round) =>
        publishBets(of, round, of.bets.filter(({ gameId }) => gameId === round.gameId).toReversed(), {
          withRoot: true,
        }),
    ],
    ['an entry twice', 'log', (of) => relog(of, 'betsRoot', (line) => [line, line])],
    [
      'an entry of a void round beside its decision',
      'log',
      (of, { gameId }) =>
        relog(of, 'betsRoot', (line) => [line, JSON.stringify({ v: 1, type: 'void', gameId, reason: 'none' })]),
    ],
    ['no root in the log', 'log', (of) => relog(of, 'betsRoot', () => ['{"v":1,"type":"none"}'])],
    [
      'a root that was logged after the decision',
      'log',
      (of) => relog(of, 'betsRoot', (line) => ['{"v":1,"type":"none"}', line]),
    ],
  ];
  const logs: [string, (of: Month) => void][] = [
    ['another key under the log’s name', (of) => head(of, () => ({ vkey: impostor.vkey }))],
    [
      'a signature that is not its key’s',
      (of) => {
        const other = (_: string, before: string, digit: string) => `${before}${digit === 'A' ? 'B' : 'A'}`;
        head(of, ({ checkpoint }) => ({ checkpoint: String(checkpoint).replace(/(— \S+ \S{20})(\S)/, other) }));
      },
    ],
  ];

  /** The month with a change to one of its rounds, and that round's name. */
  function withChangedRound(step: string, change: Change): { changed: Month; gameId: string } {
    const changed = structuredClone(month);
    const at = changed.rounds.findIndex(({ gameId }) => gameId === namesOf(month).round);
    // A later round than the file's first, which follows nothing.
    if (step === 'follows') changed.rounds = changed.rounds.slice(at);
    const round = changed.rounds[step === 'follows' ? 1 : at];
    if (!round) throw new Error('the month has the round');
    change(changed, round, at);
    return { changed, gameId: round.gameId };
  }

  function withChangedLog(change: (of: Month) => void): Month {
    const changed = structuredClone(month);
    change(changed);
    return changed;
  }

  let gameIds: string[];
  let results: FoundByPython[];
  beforeAll(() => {
    const changed = rounds.map(([, step, change]) => withChangedRound(step, change));
    gameIds = changed.map(({ gameId }) => gameId);
    results = allFoundByPython([
      ...changed.map((one) => one.changed),
      ...logs.map(([, change]) => withChangedLog(change)),
    ]);
  });

  test.each(rounds.map(([name, step], at) => ({ name, step, at })))('finds $name', ({ step, at }) => {
    expect(results[at]?.found).toContain(`${gameIds[at]}: ${step}`);
    expect(results[at]?.status).toBe(1);
  });

  test.each(logs.map(([name], at) => ({ name, at })))('finds a log with $name', ({ at }) => {
    const found = expect.arrayContaining(['the log: signed']) as string[];
    expect(results[rounds.length + at]).toMatchObject({ found, status: 1 });
  });
});

describe('a server whose files agree with each other', () => {
  /** What the player's own check on the round's page finds about their bet of that number, which they know. */
  const ownBetHolds = async (served: Month, number: number) => {
    const { round: gameId } = namesOf(month);
    const placed = month.bets.find((one) => one.gameId === gameId && one.bet === number);
    const round = served.rounds.find((one) => one.gameId === gameId);
    if (!placed || !round) throw new Error('the month has the round and the bet');
    const bets = textOf({ ...month, bets: served.bets.filter((one) => one.gameId === gameId) }).bets;
    const betsUrl = `data:application/jsonl,${encodeURIComponent(bets)}`;
    const own = [{ ...placed, payoutPaise: null }];
    const check = await checkPublishedRound({ round: roundOf(round), own, betsUrl, logUrl: null }, chain);
    return check.own;
  };

  test.each(hiddenCheats)('$name: is found by the player alone', async ({ bet, commit }) => {
    const served = commit(structuredClone(month));
    writeLog(served);
    expect(await foundInBrowser(served)).toEqual([]);
    expect(await ownBetHolds(month, bet)).toBe(true);
    expect(await ownBetHolds(served, bet)).toBe(false);
  });
});
