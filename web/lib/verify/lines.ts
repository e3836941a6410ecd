/** A line holds a round with its timelock: one that is longer is no line of such a file. */
const longestLine = 20_000;

/**
 * The lines of a chosen file of JSON Lines, parsed, compressed with gzip or not; read as they are consumed. Throws a TypeError
 * that names the line which is not JSON.
 */
export async function* linesOf(file: Blob): AsyncGenerator {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isZipped = start[0] === 0x1f && start[1] === 0x8b;
  const bytes = isZipped ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let line = 0;
  const parsed = (text: string): unknown => {
    line += 1;
    try {
      return JSON.parse(text);
    } catch {
      throw new TypeError(`line ${line}: not JSON`);
    }
  };
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? '')).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new TypeError(`line ${line + lines.length + 1}: too long`);
    for (const text of lines) if (text !== '') yield parsed(text);
    if (done) break;
  }
  if (rest !== '') yield parsed(rest);
}
