const DIGIT = /\p{Nd}/u;

/** A text with the digits of every script as 0 to 9: `५००` is `500`. */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    // Unicode has the digits of a script in one row from 0 to 9, and such rows may follow each other.
    while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });
}
