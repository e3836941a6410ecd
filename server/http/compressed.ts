import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** Below it an answer fits one packet anyway. */
const MIN_BYTES = 1_000;
const compress = promisify(brotliCompress);

/** A body and the header that names its encoding. */
interface Encoded {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/**
 * A text as brotli where the client accepts it (`accepted`: its Accept-Encoding header) and it is worth it; off the main
 * thread. Answers with secrets can be compressed where no other site can have them asked for: calls carry a token, not a
 * cookie.
 */
export async function compressed(text: string, accepted: string | undefined): Promise<Encoded> {
  if (text.length < MIN_BYTES || !/\bbr\b/.test(accepted ?? '')) return { headers: {}, body: text };
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 };
  return { headers: { 'content-encoding': 'br' }, body: await compress(text, { params }) };
}
