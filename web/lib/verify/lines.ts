/** A line holds a round with its timelock: one that is longer is no line of such a file. */
const longestLine = 20_000;

/** Of the log's part, whose first line has proofs too. */
export const longestLogLine = 1_000_000;

/** The lines of a chosen file, parsed as JSON. Throws a TypeError that names the line which is not JSON. */
export async function* linesOf(file: Blob): AsyncGenerator {
  let line = 0;
  for await (const text of textLinesOf(file)) {
    line += 1;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new TypeError(`line ${line}: not JSON`);
    }
    yield value;
  }
}

/**
 * The lines of a chosen file, compressed with gzip or not; read as they are consumed, empty ones left out. Throws a TypeError
 * that names the line which is too long.
 */
export async function* textLinesOf(file: Blob, longest = longestLine): AsyncGenerator<string> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isZipped = start[0] === 0x1f && start[1] === 0x8b;
  const bytes = isZipped ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let line = 0;
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? '')).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longest) throw new TypeError(`line ${line + lines.length + 1}: too long`);
    line += lines.length;
    for (const text of lines) if (text !== '') yield text;
    if (done) break;
  }
  if (rest !== '') yield rest;
}
