/** The token of an `Authorization: Bearer …` header, or of the same value in a socket's connection parameters. */
export function bearerToken(authorization: unknown): string | undefined {
  return typeof authorization === 'string' ? /^Bearer +(\S+)$/i.exec(authorization)?.[1] : undefined;
}
