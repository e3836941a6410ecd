import type { DomainErrorCode } from '../gql/graphql.ts';
import { errorText } from './errors.ts';
import { refusalText, type RefusalFields } from './refusals.ts';

/** Makes a call whose payload nobody waits for: null when it went well, else the words for what went wrong. */
export async function problemOf(
  call: () => Promise<object | RefusalFields | undefined>,
  known: Partial<Record<DomainErrorCode, string>> = {},
): Promise<string | null> {
  try {
    const result = await call();
    return result && 'code' in result ? refusalText(result, known) : null;
  } catch (error) {
    return errorText(error);
  }
}
