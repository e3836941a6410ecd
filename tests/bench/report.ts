import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';

const RESULTS = fileURLToPath(new URL('./RESULTS.md', import.meta.url));

/** One line of a part's table. */
export interface Finding {
  what: string;
  /** Formatted, with its unit. */
  measured: string;
  /** The goal (performance goals are ratios within one run); a line without one is informative. */
  goal?: string;
  met?: boolean;
}

export interface PartResult {
  name: string;
  /** What was compared, and how, in one or two sentences. */
  about: string;
  findings: Finding[];
}

/** A ratio with its minimum. */
export function atLeast(what: string, ratio: number, goal: number): Finding {
  return { what, measured: `${rounded(ratio)} ×`, goal: `≥ ${goal} ×`, met: ratio >= goal };
}

/** A score out of 100 with its minimum. */
export function atLeastPoints(what: string, score: number, goal: number): Finding {
  return { what, measured: `${rounded(score)} points`, goal: `≥ ${goal} points`, met: score >= goal };
}

/** A share in percent with its minimum. */
export function atLeastPercent(what: string, percent: number, goal: number): Finding {
  return { what, measured: `${rounded(percent)} %`, goal: `≥ ${goal} %`, met: percent >= goal };
}

/** A value with its maximum. */
export function atMost(what: string, value: number, goal: number, unit: string): Finding {
  return { what, measured: `${rounded(value)} ${unit}`, goal: `≤ ${goal} ${unit}`, met: value <= goal };
}

/** An informative value. */
export function measured(what: string, value: number, unit: string): Finding {
  return { what, measured: `${rounded(value)} ${unit}` };
}

/** An informative text. */
export function stated(what: string, text: string): Finding {
  return { what, measured: `\`${text}\`` };
}

/** Three significant digits, with thousands separators. */
export function rounded(value: number): string {
  if (!Number.isFinite(value)) return 'n/a';
  if (value >= 1_000) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}

export function printPart({ name, about, findings }: PartResult): void {
  console.log(`\n${name}: ${about}`);
  const width = Math.max(...findings.map(({ what }) => what.length));
  for (const { what, measured: value, goal = '', met } of findings) {
    const mark = met === undefined ? ' ' : met ? '✓' : '✗';
    console.log(`  ${mark} ${what.padEnd(width)}  ${value.padStart(14)}  ${goal}`);
  }
}

/** Writes the parts that were run into tests/bench/RESULTS.md and keeps the other parts. */
export function writeResults(results: readonly PartResult[], runtime: string): void {
  const sections = readSections();
  for (const result of results) sections.set(result.name, sectionOf(result, runtime));
  const head = `# What \`npm run bench\` measured

Ratios within one run, medians of interleaved repetitions; database, server and load generator share the machine. The
absolute figures drift with the machine, the ratios hold. Goals are the project's own.
`;
  const body = [...sections].map(([name, text]) => `## ${name}\n\n${text.trim()}\n`);
  writeFileSync(RESULTS, [head, ...body].join('\n'));
}

function readSections(): Map<string, string> {
  if (!existsSync(RESULTS)) return new Map();
  const [, ...sections] = readFileSync(RESULTS, 'utf8').split(/^## /m);
  return new Map(
    sections.map((section) => {
      const [name = '', ...lines] = section.split('\n');
      return [name, lines.join('\n')];
    }),
  );
}

function sectionOf({ about, findings }: PartResult, runtime: string): string {
  const rows = findings.map(({ what, measured: value, goal = '', met }) => {
    const verdict = met === undefined ? '' : met ? 'met' : '**not met**';
    return `| ${what} | ${value} | ${goal} | ${verdict} |`;
  });
  return `${about}

| | measured | goal | |
|---|---|---|---|
${rows.join('\n')}

${new Date().toISOString().slice(0, 10)}, ${runtime}.
`;
}

/** The machine in one line. */
export function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown CPU'}, ${memory} GiB, ${type()} ${release()} ${arch()}, Node ${process.versions.node}`;
}
