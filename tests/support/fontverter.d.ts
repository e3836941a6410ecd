/** What the tests use of fontverter, which has no types of its own. */
declare module 'fontverter' {
  /** A font file in another format. Throws for what is no font. */
  export function convert(font: Buffer, format: 'sfnt' | 'woff' | 'woff2'): Promise<Buffer>;
}
