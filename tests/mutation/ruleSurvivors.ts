/** What is read of Stryker's report (mutation-testing-report-schema, version 2). */
export interface RulesReport {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string;
        readonly mutants: readonly {
          readonly status: string;
          readonly replacement?: string;
          readonly location: { readonly start: Position; readonly end: Position };
        }[];
      }
    >
  >;
}

/** From 1, as the report counts. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** The mutants that no test noticed, each as `file: original => replacement`. */
export function ruleSurvivors({ files }: RulesReport): string[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(({ location: { start, end }, replacement = '' }) => {
        const original = source.slice(offsetOf(source, start), offsetOf(source, end));
        return `${file}: ${tidy(original)} => ${tidy(replacement)}`;
      }),
  );
}

function offsetOf(source: string, { line, column }: Position): number {
  const before = source.split('\n').slice(0, line - 1);
  return before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
}

const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
