import { DomainError, type DomainErrorCode } from '../../server/domain/ground/refusals/errors.ts';

/** The refusal with which `attempt` ends. Fails when it succeeds or throws another error. */
export async function refusal(attempt: Promise<unknown>): Promise<DomainError> {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

/** The code of the refusal with which `attempt` ends. */
export async function refusalCode(attempt: Promise<unknown>): Promise<DomainErrorCode> {
  return (await refusal(attempt)).code;
}
