import type { DomainErrorCode } from '../gql/graphql.ts';
import { errorText } from './errors.ts';
import { refusalText, type RefusalFields } from './refusals.ts';

/** Runs a mutation whose result isn't needed: returns null on success, else the error message to show. */
export async function mutationError(
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
