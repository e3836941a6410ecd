import { inflateSync } from 'node:zlib';

/** The characters (UTF-16 code units) that a PDF draws, by the tables from which readers copy its text. */
export function drawnLetters(pdf: string): Set<string> {
  const streams = [...pdf.matchAll(/\bstream\n([\s\S]*?)\nendstream/g)].map(([, content = '']) =>
    inflateSync(Buffer.from(content, 'latin1')).toString('latin1'),
  );
  const tables = streams
    .filter((stream) => stream.includes('begincmap'))
    .flatMap((stream) => stream.split('beginbfrange').slice(1));
  const codes = tables.flatMap((table) =>
    [...table.matchAll(/[0-9a-f]{4}/g)].map(([code]) => Number.parseInt(code, 16)),
  );
  return new Set(codes.map((code) => String.fromCharCode(code)));
}
