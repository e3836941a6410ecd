import type { IncomingHttpHeaders } from 'node:http';

const NAME = 'known_device';
const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Users who sign in on one device, each with a token of their own. */
const MAX_TOKENS = 5;
/** 256 bits in base64url. */
const TOKEN = /^[\w-]{43}$/;

/** Device tokens of the current request. */
export interface DeviceCookie {
  /** The tokens that came with the request. */
  readonly tokens: readonly string[];
  /** Stores a token in the cookie, beside the present ones. Absent where a response can't set cookies (sockets). */
  readonly keep?: (token: string) => void;
}

/**
 * The cookie by which accounts recognize a browser that has signed in before. HttpOnly and SameSite, and it
 * authenticates nothing. `secure`: the server is reached by https.
 */
export function deviceCookie(
  { headers }: { headers: IncomingHttpHeaders },
  reply: { header(name: string, value: string): unknown } | undefined,
  secure: boolean,
): DeviceCookie {
  const tokens = headers.cookie === undefined ? [] : tokensIn(headers.cookie);
  if (reply === undefined) return { tokens };
  let kept = tokens;
  return {
    tokens,
    keep(token) {
      kept = [token, ...kept.filter((other) => other !== token)].slice(0, MAX_TOKENS);
      const attributes = `Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
      reply.header('set-cookie', `${NAME}=${kept.join('.')}; ${attributes}`);
    },
  };
}

function tokensIn(header: string): string[] {
  const pair = header.split(/; */).find((each) => each.startsWith(`${NAME}=`));
  if (pair === undefined) return [];
  const tokens = pair.slice(NAME.length + 1).split('.');
  return tokens.slice(0, MAX_TOKENS).filter((token) => TOKEN.test(token));
}
