import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

const awkward = fc.constantFrom(...'=+-@|%;\t\r\n,"\'aé₹ ');

describe('a line of CSV', () => {
  it('writes every kind of cell', () => {
    const cells = ['Pia', 7, 12n, true, new Date(0), { paise: 123_456n }, { paise: -5n }, null];
    expect(csvLine(cells)).toBe('Pia,7,12,true,01-01-1970 05:30:00,1234.56,-0.05,\r\n');
  });

  it('quotes what would break the line', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 'plain'])).toBe('"a,b","say ""hi""","two\nlines",plain\r\n');
  });

  it.each([
    '=1+1',
    '+91',
    '-2',
    '@SUM(A1)',
    "|'cmd'!A0",
    '%0A=1+1',
    ';=1+1',
    '\tx',
    '\rx',
    '\nx',
    '＝1+1',
    '=HYPERLINK("http://x","y")',
  ])('keeps %j from being taken for a formula', (text) => {
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/);
  });

  it('gives every text back as it was, but for the quote that disarms it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: awkward }), { minLength: 1, maxLength: 5 }), (texts) => {
        const read = parse(csvLine(texts));
        const armed = /^[=+\-@|%;\t\r\n]/;
        expect(read.filter((text) => armed.test(text))).toEqual([]);
        expect(read).toEqual(texts.map((text) => (armed.test(text) ? `'${text}` : text)));
      }),
    );
  });
});

/** The cells of one line, parsed by the rules of RFC 4180 alone. */
function parse(line: string): string[] {
  const cells = line.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n)/g);
  return Array.from(cells, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}
