import { type BeaconChain, quicknet } from '../lib/verify/beacon.ts';
import { checkRounds, StrayBets } from '../lib/verify/checkMonth.ts';
import { linesOf, longestLogLine, textLinesOf } from '../lib/verify/lines.ts';
import { type LogPart, LogPartReader } from '../lib/verify/logPart.ts';
import { OtherGames } from '../lib/verify/otherGames.ts';
import { Report, type ReportedStep, reportedSteps } from './report.ts';

/** The page /verify.html: checks chosen files of a month. Everything is in the one file; it needs no network. */

const meaning: Record<ReportedStep, string> = {
  follows: 'No round is left out, and the seed was committed to by the round before',
  seed: 'SHA-256 of the seed is the commitment published at the opening',
  beacon: 'The public beacon has signed its round of the round’s end',
  timelock: 'That signature opens the seed as it was published, locked, at the opening',
  root: 'The hash of all bets published before the end is that of these bets',
  stakes: 'Stakes and payouts by number are those of these bets',
  number: 'The number follows from seed, bets and beacon, or the profit rule',
  payouts: 'What was paid is what the table promises for this number',
  log: 'Opening, root, result and payment are entries of the public log, the same and in this order',
  witnessed: 'Before the end more than half of the witnesses confirmed a state of the log with the root',
  void: 'A void round lacks its root or witnesses, or was made void by owners after a week without the beacon’s number',
};

const element = (id: string) => document.querySelector<HTMLElement>(`#${id}`) as HTMLElement;
const input = (id: string) => element(id) as HTMLInputElement;
const status = element('status');
/** Longer without a pause, and the page would not react. */
const sliceMs = 40;
let stopped = false;

element('form').addEventListener('submit', (event) => {
  event.preventDefault();
  void check();
});
element('stop').addEventListener('click', () => {
  stopped = true;
});
input('key').value = quicknet.publicKey;

async function check(): Promise<void> {
  const [rounds] = input('rounds').files ?? [];
  const [bets] = input('bets').files ?? [];
  const [logFile] = input('log').files ?? [];
  if (!rounds) return;
  if (!isSecureContext) {
    status.textContent =
      'This browser computes hashes only over https or from your disk. Save this page and open the file.';
    return;
  }
  const chain: BeaconChain = { ...quicknet, publicKey: input('key').value.trim() };
  const report = new Report();
  const reader = logFile ? new LogPartReader(textLinesOf(logFile, longestLogLine), readOthers()) : null;
  let log: LogPart | null = null;
  setRunning(true);
  try {
    await run(report, checkRounds(linesOf(rounds), bets ? linesOf(bets) : null, { chain, log: reader }));
    if (reader && !stopped) {
      status.textContent = 'Reading the rest of the log ...';
      log = await reader.finish();
      aboutAll(report, log);
    }
    status.textContent = stopped ? `Stopped after ${report.rounds} rounds.` : '';
  } catch (error) {
    if (error instanceof StrayBets) report.fail(error.message, 'follows');
    else status.textContent = `The file can’t be read. ${error instanceof Error ? error.message : ''}`;
  }
  setRunning(false);
  element('report').replaceChildren(
    ...shown(report, { withBets: bets !== undefined, log, isOpen: reader !== null && log === null }),
  );
}

/** What is known of the log once it has been read to its end. */
function aboutAll(report: Report, { isSigned, shownBy, late }: LogPart): void {
  if (!isSigned) report.fail('The log', 'log');
  if (shownBy && shownBy.none > 0) report.fail('A hidden entry of the log', 'log');
  for (const gameId of late) report.fail(gameId, 'log');
}

/** Null where no file of another game is chosen. */
function readOthers(): OtherGames | null {
  const files = [...(input('others').files ?? [])];
  return files.length === 0 ? null : new OtherGames(files.map((file) => textLinesOf(file, longestLogLine)));
}

async function run(report: Report, rounds: ReturnType<typeof checkRounds>): Promise<void> {
  let paused = performance.now();
  for await (const round of rounds) {
    report.add(round);
    if (stopped) return;
    if (performance.now() - paused < sliceMs) continue;
    status.textContent = `${report.rounds} rounds checked, ${report.faultCount} faults ...`;
    await new Promise((resolve) => setTimeout(resolve));
    paused = performance.now();
  }
}

function setRunning(isRunning: boolean): void {
  if (isRunning) stopped = false;
  element('check').toggleAttribute('disabled', isRunning);
  element('stop').hidden = !isRunning;
  if (isRunning) element('report').replaceChildren();
}

/** By what was at hand beside the rounds: nothing, bets, the log, both. */
const sentences = [
  'Every check that needs neither bets nor log holds.',
  'Every check that needs no log holds.',
  'Every check that needs no bets holds.',
  'Every check holds.',
];

function aboutLog({ state, vkey, isSigned, hidden, shownBy }: LogPart): string {
  const signed = isSigned
    ? 'Its signed state has the hash that was computed from the file.'
    : 'Its signed state does NOT have the hash that was computed from the file.';
  return `Log ${state.origin}, ${state.size} entries, key ${vkey}. ${signed} ${hidden} entries of other games are in the file as hashes only.${aboutHidden(shownBy)}`;
}

function aboutHidden(shownBy: LogPart['shownBy']): string {
  if (!shownBy) return '';
  return ` Of these, ${shownBy['another game']} are in the chosen files of other games, ${shownBy.unknown} beside what they cover, and ${shownBy.none} are of no game: an entry of a round could be hidden there.`;
}

interface AtHand {
  withBets: boolean;
  log: LogPart | null;
  /** Whether the log was not read to its end, where its signature is verified. */
  isOpen: boolean;
}

function shown(report: Report, { withBets, log, isOpen }: AtHand): Node[] {
  const { rounds, faultCount, first, last } = report;
  if (rounds === 0 && faultCount === 0) return [];
  const extent = `${rounds} rounds, ${first} to ${last}.`;
  const verdict =
    faultCount > 0
      ? made('p', `${faultCount} faults.`, 'verdict bad')
      : isOpen
        ? made(
            'p',
            'Nothing wrong so far. The log was not read to its end, where its signature is verified.',
            'verdict',
          )
        : made('p', sentences[Number(withBets) + 2 * Number(log !== null)] ?? '', 'verdict good');
  return [
    verdict,
    made('p', extent),
    ...(log ? [made('p', aboutLog(log))] : []),
    table(
      ['Check', 'holds', 'fails', 'not checked'],
      reportedSteps.map((step) => {
        const { held = 0, failed = 0, unchecked = 0 } = report.counts.get(step) ?? {};
        return [meaning[step], held, failed, unchecked];
      }),
    ),
    table(['Version and decided by', 'rounds'], [...report.kinds]),
    ...list(
      'Faults',
      report.faults.map(({ gameId, step }) => `${gameId}: does not hold: ${meaning[step]}`),
    ),
    ...list(
      'Waiting rounds',
      report.waiting.map(({ gameId, beaconRound }) => `${gameId}: waits for round ${beaconRound} of the beacon.`),
    ),
    ...list(
      'Void rounds',
      report.voids.map(
        ({ gameId, reason, number }) =>
          `${gameId}: ${reason}${number === null ? '' : ` It would have given ${number}.`}`,
      ),
    ),
  ];
}

function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): HTMLElement {
  const head = made('tr');
  head.append(...heads.map((text) => made('th', text)));
  const body = rows.map((cells) => {
    const row = made('tr');
    row.append(...cells.map((cell, at) => made('td', String(cell), at === 0 ? '' : 'count')));
    return row;
  });
  const all = made('table');
  all.append(head, ...body);
  return all;
}

function list(title: string, lines: readonly string[]): HTMLElement[] {
  if (lines.length === 0) return [];
  const items = made('ul');
  items.append(...lines.map((line) => made('li', line)));
  return [made('h2', title), items];
}

function made(tag: string, text = '', className = ''): HTMLElement {
  const node = document.createElement(tag);
  node.textContent = text;
  if (className !== '') node.className = className;
  return node;
}
