import { MAX_STATEMENT_BYTES } from '../../server/domain/statements/statementText.ts';

/** XML of the largest size with as much of `unit` as fits. */
function filled(unit: string): string {
  return `<Document>${unit.repeat(Math.floor((MAX_STATEMENT_BYTES - 25) / unit.length))}</Document>`;
}

/** Bank statements that are made to keep a reader busy, and what each is refused for. */
export const hostileStatements: readonly { readonly name: string; readonly text: string; readonly detail: RegExp }[] = [
  {
    name: '400,000 attributes',
    text: `<Document ${'a0="1" '.repeat(400_000)}/>`,
    detail: /more than 30 attributes/,
  },
  {
    name: 'a million processing instructions',
    text: filled('<?a?>'),
    detail: /more than one processing instruction/,
  },
  {
    name: 'a first line of 20,000 characters',
    text: `{1:${'x'.repeat(19_997)}\n:61:`,
    detail: /lacks columns/,
  },
  { name: 'text between many elements', text: filled('x<b/>'), detail: /no CAMT\.053|too complicated/ },
];
