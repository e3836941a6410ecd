import type { DatabaseAddress } from './address.ts';

/** The hosts of an address, each as an address of its own. */
export interface DatabaseHosts {
  readonly each: readonly [DatabaseAddress, ...DatabaseAddress[]];
  /** Connections must reach the host that takes writes: with several hosts, or where the address demands it. */
  readonly primaryOnly: boolean;
}

/** As libpq names them. Others would let a server work with a standby, which takes no writes. */
const PRIMARY = ['read-write', 'primary'];
const SESSION_ATTRS = 'target_session_attrs';

/** `node-postgres` takes one host per address, so a list is divided here. */
export function hostsOf(address: DatabaseAddress): DatabaseHosts {
  if (!('connectionString' in address)) return { each: [address], primaryOnly: false };
  const { urls, sessionAttrs } = divideUrl(address.connectionString);
  const [first, ...others] = urls.map((connectionString) => ({ connectionString }));
  return {
    each: [first ?? address, ...others],
    primaryOnly: others.length > 0 || (sessionAttrs !== null && PRIMARY.includes(sessionAttrs)),
  };
}

/** What is wrong with the hosts of `url`; undefined when nothing is. */
export function hostsProblem(url: string): string | undefined {
  const { urls, sessionAttrs } = divideUrl(url);
  if (!urls.every((one) => URL.canParse(one) && /^postgres(ql)?:$/.test(new URL(one).protocol))) {
    return 'must be an address like postgres://user:password@host:5432/database, or with several hosts: …@host1:5432,host2:5432/database';
  }
  if (sessionAttrs !== null && !PRIMARY.includes(sessionAttrs)) {
    return `must have no ${SESSION_ATTRS} but ${PRIMARY.join(' or ')}`;
  }
  return undefined;
}

/** Hosts and database of `url`, without user and password. */
export function placeOf(url: string): string {
  const { urls } = divideUrl(url);
  const hosts = urls.map((one) => {
    const { host, searchParams } = new URL(one);
    return urls.length > 1 ? (searchParams.get('host') ?? host) : host;
  });
  return `${hosts.join(',')}${new URL(urls[0] ?? url).pathname}`;
}

/**
 * Both of libpq's forms: `postgres://user@host1:5432,host2/database`, and `?host=host1,host2&port=5432,5433`, which
 * socket folders need.
 */
function divideUrl(url: string): { urls: string[]; sessionAttrs: string | null } {
  const [, scheme = '', authority = '', path = '', query = ''] =
    /^([a-z]+:\/\/)([^/?#]*)([^?#]*)\??([^#]*)/i.exec(url) ?? [];
  if (scheme === '') return { urls: [url], sessionAttrs: null };
  const parameters = new URLSearchParams(query);
  const sessionAttrs = parameters.get(SESSION_ATTRS);
  if (sessionAttrs === null && !url.includes(',')) return { urls: [url], sessionAttrs };
  parameters.delete(SESSION_ATTRS);
  const account = authority.slice(0, authority.lastIndexOf('@') + 1);
  const inAuthority = authority.slice(account.length).split(',');
  const inQuery = parameters.get('host')?.split(',');
  const ports = parameters.get('port')?.split(',') ?? [];
  const urls = (inQuery ?? inAuthority).map((host, index) => {
    const own = new URLSearchParams(parameters);
    if (inQuery) own.set('host', host);
    const port = ports[index] ?? ports[0];
    if (port !== undefined) own.set('port', port);
    const rest = own.size > 0 ? `?${own}` : '';
    return `${scheme}${account}${inQuery ? inAuthority[0] : host}${path}${rest}`;
  });
  return { urls, sessionAttrs };
}
