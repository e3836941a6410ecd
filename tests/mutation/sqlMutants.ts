/** One change to one function's file, which a test should detect. */
export interface SqlMutant {
  /**
   * Identifies the mutant within its function by the changed line, so that a list of mutants stays valid after other
   * changes.
   */
  readonly key: string;
  /** Line of the file, from 1. */
  readonly line: number;
  /** The whole file with the change. */
  readonly text: string;
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly replacement: string;
}

type Replacement = string | ((...match: string[]) => string);

/** Patterns over code in which comments and strings are blanked out, so that no pattern needs to handle them. */
const OPERATORS: readonly (readonly [pattern: RegExp, ...replacements: Replacement[]])[] = [
  [/<=/g, '<'],
  [/>=/g, '>'],
  [/<>/g, '='],
  [/<(?![=>])/g, '<='],
  [/(?<![-<=])>(?!=)/g, '>='],
  [/(?<![:<>=]|errcode )=(?!>)/g, '<>'],
  [/\bis null\b/g, 'is not null'],
  [/\bis not null\b/g, 'is null'],
  [/\bis distinct from\b/g, 'is not distinct from'],
  [/\bis not distinct from\b/g, 'is distinct from'],
  [/(?<!\bbetween [^\n]*)\band\b/g, 'or'],
  [/\bor\b(?! replace)/g, 'and'],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \/ /g, ' * '],
  [/(?<!select) \* /g, ' / '],
  [/\bnot exists\b/g, 'exists'],
  [/(?<!not |if )\bexists\b/g, 'not exists'],
  [/\bnot in\b/g, 'in'],
  [/(?<!not )\bin \(/g, 'not in ('],
  [/\bnot (?=[a-z]\w*_)/g, ''],
  // `perform 1 from …` returns nothing: its number means nothing.
  [/\b(?<!\$|perform )\d+\b/g, (digits) => `${BigInt(digits) + 1n}`, (digits) => `${BigInt(digits) - 1n}`],
  [/\braise exception\b/g, 'raise notice'],
  [/\bperform [^;]*;/g, 'null;'],
  [/\s+for (?:(?:no )?key )?(?:update|share)(?: of \w+)?(?: skip locked)?/g, ''],
  [/ skip locked/g, ''],
  [/\bsum\(/g, 'max('],
  [/\bmax\(/g, 'min('],
  [/\bmin\(/g, 'max('],
  [/\bdistinct (?!from)/g, ''],
  [/ desc\b/g, ''],
  [/\breturn (true|false)\b/g, (_, value) => `return ${value === 'true' ? 'false' : 'true'}`],
];

/** The mutants of one file of db/functions, in the order of its lines. */
export function mutantsOf(file: string): SqlMutant[] {
  const code = blanked(file);
  const edits = [
    ...operatorEdits(code),
    ...coalesceEdits(file, code),
    ...intervalEdits(file, code),
    ...triggerEdits(code),
  ];
  const seen = new Map<string, number>();
  return edits
    .toSorted((a, b) => a.from - b.from)
    .map((edit) => {
      const text = file.slice(0, edit.from) + edit.replacement + file.slice(edit.to);
      const name = describe(file, edit);
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      const key = count === 1 ? name : `${name} (${count})`;
      return { key, line: file.slice(0, edit.from).split('\n').length, text };
    });
}

function operatorEdits(code: string): Edit[] {
  return OPERATORS.flatMap(([pattern, ...replacements]) =>
    [...code.matchAll(pattern)].flatMap((match) =>
      replacements.map((replacement) => ({
        from: match.index,
        to: match.index + match[0].length,
        replacement: typeof replacement === 'string' ? replacement : replacement(...match),
      })),
    ),
  );
}

/** `coalesce(x, y)` becomes `(x)`. */
function coalesceEdits(file: string, code: string): Edit[] {
  return [...code.matchAll(/\bcoalesce\(/g)].flatMap(({ index }) => {
    const start = index + 'coalesce('.length;
    let depth = 1;
    let comma = -1;
    let end = start;
    for (; depth > 0 && end < code.length; end++) {
      if (code[end] === '(') depth++;
      else if (code[end] === ')') depth--;
      else if (code[end] === ',' && depth === 1 && comma < 0) comma = end;
    }
    return comma < 0 ? [] : [{ from: index, to: end, replacement: `(${file.slice(start, comma)})` }];
  });
}

/** Intervals are bounds inside strings. */
function intervalEdits(file: string, code: string): Edit[] {
  return [...file.matchAll(/(?<=\binterval (?::= )?')\d+/g)]
    .filter(({ index }) => code[index] === STRING_FILLER)
    .flatMap(({ index, 0: digits }) =>
      [Number(digits) - 1, Number(digits) + 1].map((bound) => ({
        from: index,
        to: index + digits.length,
        replacement: String(bound),
      })),
    );
}

/** An existing trigger disappears only when it is dropped. */
function triggerEdits(code: string): Edit[] {
  return [
    ...code.matchAll(/create (?:or replace |constraint )?trigger (\w+) (?:before|after) [^;]*? on (\w+)[^;]*;/g),
  ].map(({ index, 0: statement, 1: name, 2: table }) => ({
    from: index,
    to: index + statement.length,
    replacement: `drop trigger if exists ${name} on ${table};`,
  }));
}

const STRING_FILLER = '~';

/**
 * The file with comments, strings' contents and everything outside bodies and triggers' conditions made unmatchable.
 */
function blanked(file: string): string {
  const withoutText = file.replace(/--[^\n]*|'(?:[^']|'')*'/g, (text) =>
    (text.startsWith('--') ? ' ' : STRING_FILLER).repeat(text.length),
  );
  return withoutText.replace(/create or replace function[\s\S]*?\$\$/g, (header) => header.replace(/[^\n]/g, ' '));
}

function describe(file: string, { from, to, replacement }: Edit): string {
  const lineStart = file.lastIndexOf('\n', from - 1) + 1;
  const nextBreak = file.indexOf('\n', to);
  const lineEnd = nextBreak < 0 ? file.length : nextBreak;
  const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const before = tidy(file.slice(lineStart, lineEnd));
  const after = tidy(file.slice(lineStart, from) + replacement + file.slice(to, lineEnd));
  return `${before} => ${after}`;
}
