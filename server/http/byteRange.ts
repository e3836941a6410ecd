/** Bytes of a file: `to` is exclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The part of a file of `size` bytes that a Range header asks for, as RFC 9110 has it: null for the whole file, which is the
 * answer to several parts and to a header in another form too, and 'unsatisfiable' where the file has none of these bytes.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const from = Math.max(0, size - Number(last));
    return from < size ? { from, to: size } : 'unsatisfiable';
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return null;
  if (from >= size) return 'unsatisfiable';
  return { from, to: last === '' ? size : Math.min(size, Number(last) + 1) };
}
