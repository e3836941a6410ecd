import { DomainError } from '../../ground/refusals/errors.ts';

/**
 * The token of an `Authorization: Bearer …` header, or of the same value in a socket's connection parameters; undefined
 * where there is none. Anything else is refused with UNAUTHENTICATED: a caller who sends a credential that isn't read
 * must not be taken for one who sends none.
 */
export function bearerToken(authorization: unknown): string | undefined {
  if (authorization === undefined || authorization === null) return undefined;
  const token = typeof authorization === 'string' ? /^Bearer +(\S+)$/i.exec(authorization)?.[1] : undefined;
  if (token !== undefined) return token;
  throw new DomainError('UNAUTHENTICATED', 'Authorization must be "Bearer", a space and an access token.');
}
