import type { DatabaseAddress } from '../../db/client.ts';

/** `address` as one URL, as `DATABASE_URL` takes it. */
export function databaseUrl(address: DatabaseAddress): string {
  if ('connectionString' in address) return address.connectionString;
  const { host, port, user, database, password } = address;
  const url = new URL(`postgres://localhost/${database}`);
  url.username = user;
  if (password !== undefined) url.password = password;
  // A URL can't have a socket folder as its host.
  url.searchParams.set('host', host);
  url.searchParams.set('port', String(port));
  return url.href;
}
