import { z } from 'zod';
import { DomainError, invalidInput } from '../domain/ground/refusals/errors.ts';
import { selectionOfColor, type Selection } from '../domain/contests/selections.ts';
import type { Context } from '../domain/ground/verbs/context.ts';
import type { SealedType } from '../domain/ground/values/sealedTypes.ts';

/** Error message of a field: "is required" if it is missing, else `otherwise`. */
export const required = (otherwise: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? 'is required' : otherwise;

/** A non-empty text without NUL, which Postgres can't store. */
export const text = z
  .string({ error: required('must be a text') })
  .min(1, 'must not be empty')
  .refine((value) => !value.includes('\0'), 'must not contain NUL characters');

/** Rupees as a JSON number. The domain checks the bounds (fromRupeesNumber). */
export const rupees = z
  .number({ error: required('must be a number of rupees') })
  .meta({ description: 'Rupees, at most two decimals.', exclusiveMinimum: 0, maximum: 10_000_000 });

/** An account number or reference: digits as a text or a safe integer, stored as text. */
export const numberText = z
  .union([text, z.int('must be a text, or a whole number of at most 9007199254740991')], {
    error: required('must be a text or a whole number'),
  })
  .transform(String)
  .meta({ description: 'A text, or a whole number that JSON can hold exactly (at most 9007199254740991).' });

/** A code of a second factor: a text, or six digits as a number, which JSON writes without leading zeros. */
export const otp = z
  .union([text, z.int().min(0).max(999_999)], { error: required('must be a text or a number of six digits') })
  .transform((code) => String(code).padStart(typeof code === 'number' ? 6 : 0, '0'))
  .meta({ description: 'A text, or a number of six digits.' });

export const flag = z.boolean({ error: required('must be true or false') });

/** A whole number of a body, from `min` to `max`. */
export function wholeNumber(min: number, max: number) {
  const words = `must be a whole number from ${min} to ${max}`;
  return z
    .int({ error: required(words) })
    .min(min, words)
    .max(max, words);
}

/** A whole number of a query string, from `min` to `max`. */
export function queryNumber(min: number, max: number) {
  const words = `must be a whole number from ${min} to ${max}`;
  return z
    .string({ error: required(words) })
    .regex(/^-?\d{1,16}$/, words)
    .transform(Number)
    .refine((value) => value >= min && value <= max, words)
    .meta({ type: 'integer', minimum: min, maximum: max, pattern: undefined });
}

export const gameType = z.enum(['sapreHalf', 'sapreOne', 'sapreThree'], {
  error: required('must be sapreHalf, sapreOne or sapreThree'),
});

/** A bet's `betType`; decodeSelection refuses unknown ones, with a message of its own. */
export const betType = z
  .unknown()
  .refine((value) => value !== undefined, 'is required')
  .meta({ enum: ['color', 'number'] });

export const betValue = z
  .unknown()
  .refine((value) => value !== undefined, 'is required')
  .meta({ anyOf: [{ enum: ['green', 'blue', 'violet', 'red'] }, { type: 'integer', minimum: 0, maximum: 9 }] });

const selectionOfName: Readonly<Record<string, Selection>> = {
  green: selectionOfColor('GREEN'),
  blue: selectionOfColor('VIOLET'),
  violet: selectionOfColor('VIOLET'),
  red: selectionOfColor('RED'),
};

/**
 * The selection of a bet. Refuses with INVALID_BET_TYPE an unknown `betType`, with INVALID_INPUT a `betValue` that
 * doesn't fit (server/rest/rules.md#rest-inputs).
 */
export function decodeSelection(bet: { betType: unknown; betValue: unknown }): Selection {
  if (bet.betType === 'color') {
    const selection =
      typeof bet.betValue === 'string' && Object.hasOwn(selectionOfName, bet.betValue)
        ? selectionOfName[bet.betValue]
        : undefined;
    if (selection === undefined) throw invalidInput('betValue', 'betValue must be green, blue, violet or red');
    return selection;
  }
  if (bet.betType === 'number') {
    const { betValue: number } = bet;
    if (typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= 9) return number;
    throw invalidInput('betValue', 'betValue must be a number from 0 to 9');
  }
  throw new DomainError('INVALID_BET_TYPE', 'Invalid bet type', {
    field: 'betType',
    detail: 'betType must be color or number',
  });
}

/** Reads `raw` by `schema`. Refuses with INVALID_INPUT, naming the first field that is missing or wrong. */
export function decode<Schema extends z.ZodType>(schema: Schema | undefined, raw: unknown): z.output<Schema> {
  if (schema === undefined) return undefined as z.output<Schema>;
  const read = schema.safeParse(raw);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue?.path.join('.') ?? '';
  if (field === '') throw invalidInput('body', 'The body must be a JSON object');
  throw invalidInput(field, `${field} ${issue?.message}`);
}

/** The internal id behind an `_id`. Refuses with NOT_FOUND an id of another type or an invalid one. */
export function openId(ctx: Context, type: SealedType, id: string, field = '_id'): bigint {
  const opened = ctx.ids.openAs(type, id);
  if (opened === null) throw new DomainError('NOT_FOUND', 'Not found', { field, detail: `There is no such ${field}` });
  return opened;
}
