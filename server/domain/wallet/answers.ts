type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Plain data with money, ids and instants in it, as JSON that `decodeAnswer` gives back unchanged. */
export function encodeAnswer(value: unknown): Json {
  if (typeof value === 'bigint') return { $bigint: String(value) };
  if (value instanceof Date) return { $instant: value.getTime() };
  if (Array.isArray(value)) return value.map(encodeAnswer);
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(entries.map(([name, item]) => [name, encodeAnswer(item)]));
  }
  return value as null | boolean | number | string;
}

/** What `encodeAnswer` was given. */
export function decodeAnswer(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(decodeAnswer);
  if (typeof json !== 'object' || json === null) return json;
  if ('$bigint' in json) return BigInt(json.$bigint as string);
  if ('$instant' in json) return new Date(json.$instant as number);
  return Object.fromEntries(Object.entries(json).map(([name, item]) => [name, decodeAnswer(item)]));
}
