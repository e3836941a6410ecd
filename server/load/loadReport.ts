import { percentile } from './percentile.ts';

/** One second of a load run. NaN: not known. */
export interface Sample {
  /** Seconds since its start. */
  at: number;
  bets: number;
  refused: number;
  unsent: number;
  p50: number;
  p99: number;
  sockets: number;
  messages: number;
  /** Share of the machine's processors in use, 0-100. */
  machineCpu: number;
  /** Of the server's process, in percent of one processor. */
  serverCpu: number;
  machineMemoryMb: number;
  serverMemoryMb: number;
  /** How late the load generators' own event loops were: above some milliseconds the figures are theirs. */
  generatorLagMs: number;
}

/** From the end of a round to the first and the last subscriber that had its number, in milliseconds. */
export interface RoundLag {
  at: number;
  game: string;
  first: number;
  last: number;
}

export interface LoadRun {
  title: string;
  /** The machine and what was asked for. */
  about: readonly string[];
  samples: readonly Sample[];
  lags: readonly RoundLag[];
  /** Refusals by code. */
  refused: Readonly<Record<string, number>>;
}

interface Curve {
  name: string;
  points: readonly (readonly [number, number])[];
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [720, 220, 64, 28, 12];
const colours = ['#0b6bcb', '#c2410c', '#15803d'];

/** The run as one HTML page that needs nothing else. */
export function loadReport({ title, about, samples, lags, refused }: LoadRun): string {
  const of = (name: string, value: (sample: Sample) => number): Curve => ({
    name,
    points: samples.map((sample) => [sample.at, value(sample)] as const).filter(([, y]) => Number.isFinite(y)),
  });
  const plots = [
    plot('Bets a second', [
      of('placed', ({ bets }) => bets),
      of('refused', (s) => s.refused),
      of('not sent', (s) => s.unsent),
    ]),
    plot('Milliseconds until a bet is answered', [of('median', ({ p50 }) => p50), of('99 %', ({ p99 }) => p99)]),
    plot('Open sockets', [of('sockets', ({ sockets }) => sockets)]),
    plot('Messages to subscribers a second', [of('messages', ({ messages }) => messages)]),
    plot('Processors in use, %', [
      of('machine, of all', (s) => s.machineCpu),
      of('server, of one', (s) => s.serverCpu),
    ]),
    plot('Memory, MB', [of('machine', (s) => s.machineMemoryMb), of('server', (s) => s.serverMemoryMb)]),
    plot('Milliseconds from a round’s end to its number', [
      { name: 'first subscriber', points: lags.map(({ at, first }) => [at, first]) },
      { name: 'last subscriber', points: lags.map(({ at, last }) => [at, last]) },
    ]),
    plot('Delay of the load generators themselves, ms', [of('99 %', (s) => s.generatorLagMs)]),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 760px; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem .2rem 0; text-align: left; } td { font-variant-numeric: tabular-nums; }
svg { width: 100%; height: auto; } svg text { font-size: 11px; fill: currentColor; } figure { margin: 1.5rem 0; }
figcaption { font-weight: 600; } .grid { stroke: currentColor; opacity: .15; } .key { font-weight: 400; margin-left: 1em; }
</style></head><body>
<h1>${escaped(title)}</h1>
${about.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
<table>${summary(samples, lags, refused)
    .map(([what, value]) => `<tr><th>${escaped(what)}</th><td>${escaped(value)}</td></tr>`)
    .join('\n')}</table>
${plots.join('\n')}
</body></html>
`;
}

/** The figures of the whole run, also for the console. */
export function summary(
  samples: readonly Sample[],
  lags: readonly RoundLag[],
  refused: Readonly<Record<string, number>>,
): [what: string, value: string][] {
  const all = (value: (sample: Sample) => number) => samples.map(value).filter(Number.isFinite);
  const most = (values: readonly number[]) => shown(Math.max(...values));
  const placed = all(({ bets }) => bets).reduce((sum, bets) => sum + bets, 0);
  const reasons = Object.entries(refused).map(([code, count]) => `${count.toLocaleString('en')} ${code}`);
  const lasts = lags.map(({ last }) => last);
  return [
    ['Bets placed', placed.toLocaleString('en')],
    [
      'Bets a second, median',
      shown(
        percentile(
          all(({ bets }) => bets),
          0.5,
        ),
      ),
    ],
    [
      'Answered within (99 %), median of the seconds',
      `${shown(
        percentile(
          all(({ p99 }) => p99),
          0.5,
        ),
      )} ms`,
    ],
    ['Answered within (99 %), worst second', `${most(all(({ p99 }) => p99))} ms`],
    ['Refused or failed', reasons.join(', ') || 'none'],
    [
      'Not sent in time',
      all(({ unsent }) => unsent)
        .reduce((sum, count) => sum + count, 0)
        .toLocaleString('en'),
    ],
    ['Sockets, most', most(all(({ sockets }) => sockets))],
    [
      'Processors in use, median of the machine',
      `${shown(
        percentile(
          all(({ machineCpu }) => machineCpu),
          0.5,
        ),
      )} %`,
    ],
    ['Memory of the machine in use, most', `${most(all(({ machineMemoryMb }) => machineMemoryMb))} MB`],
    ['Rounds decided', String(lags.length)],
    [
      'Number at the last subscriber, median and worst',
      lasts.length > 0 ? `${shown(percentile(lasts, 0.5))} and ${most(lasts)} ms` : 'none',
    ],
  ];
}

function shown(value: number): string {
  if (!Number.isFinite(value)) return 'not known';
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)));
}

/** Curves over time with a grid. Empty curves are left out; without any, a line of text. */
function plot(caption: string, all: readonly Curve[]): string {
  const curves = all.filter(({ points }) => points.length > 0);
  if (curves.length === 0) return `<figure><figcaption>${escaped(caption)}</figcaption><p>Not measured.</p></figure>`;
  const points = curves.flatMap((curve) => curve.points);
  const [right, top] = [Math.max(1, ...points.map(([x]) => x)), roundUp(Math.max(1, ...points.map(([, y]) => y)))];
  const x = (at: number) => LEFT + (at / right) * (WIDTH - LEFT - 8);
  const y = (value: number) => HEIGHT - BOTTOM - (Math.max(0, value) / top) * (HEIGHT - BOTTOM - TOP);
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const at = y(top * share).toFixed(1);
    return `<line class="grid" x1="${LEFT}" x2="${WIDTH - 8}" y1="${at}" y2="${at}"/><text x="${LEFT - 6}" y="${Number(at) + 4}" text-anchor="end">${shown(top * share)}</text>`;
  });
  const times = [0, 0.5, 1].map(
    (share) =>
      `<text x="${x(right * share).toFixed(1)}" y="${HEIGHT - 8}" text-anchor="${['start', 'middle', 'end'][share * 2]}">${Math.round(right * share)} s</text>`,
  );
  const lines = curves.map(
    (curve, index) =>
      `<polyline fill="none" stroke="${colours[index % colours.length]}" stroke-width="1.5" points="${curve.points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}"/>`,
  );
  const keys = curves.map(
    ({ name }, index) =>
      `<span class="key"><span style="color:${colours[index % colours.length]}">▬</span> ${escaped(name)}</span>`,
  );
  return `<figure><figcaption>${escaped(caption)}${keys.join('')}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(caption)}">${[...grid, ...times, ...lines].join('')}</svg></figure>`;
}

/** To the next 1, 2 or 5 with zeros. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10;
  return step * power;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
