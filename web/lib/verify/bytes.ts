/** Encodings of the draw's messages (web/verify/README.md#the-fair-draw). */

export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[0-9a-f]{2})*$/i.test(hex)) throw new TypeError('not hexadecimal');
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A text in UTF-8 after its length in bytes, as u16be. */
export function lengthPrefixed(text: string): Uint8Array {
  const utf8 = new TextEncoder().encode(text);
  return joined(bigEndian(utf8.length, 2), utf8);
}

/** Of at most 2^53. */
export function bigEndian(value: number, length: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError('not a whole number');
  return Uint8Array.from({ length }, (_, place) => Math.floor(value / 256 ** (length - 1 - place)) % 256);
}

export function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Empty where the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

export function base64Of(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
