import type { GraphQLError } from 'graphql';
import { requestError } from './errors.ts';

/** Our deepest input has four levels; a document's base64 is one value. */
const MAX_LEVELS = 16;
const MAX_VALUES = 10_000;

/** Rejects variables that are nested too deeply or contain too many values; null if they are within the bounds. */
export function variablesRefusal(variables: unknown): GraphQLError | null {
  let values = 0;
  const fits = (value: unknown, levels: number): boolean => {
    values += 1;
    if (typeof value !== 'object' || value === null) return values <= MAX_VALUES;
    if (levels === MAX_LEVELS) return false;
    for (const key in value) {
      if (!fits((value as Record<string, unknown>)[key], levels + 1)) return false;
    }
    return true;
  };
  return fits(variables, 0)
    ? null
    : requestError(`Variables may nest ${MAX_LEVELS} levels deep and hold ${MAX_VALUES} values.`);
}
