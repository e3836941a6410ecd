import { DomainError } from '../../domain/ground/refusals/errors.ts';
import type { SealedType } from '../../domain/ground/values/sealedTypes.ts';
import type { GraphQLContext } from '../runtime/context.ts';

/**
 * The internal id in an input's global id. Refuses (NOT_FOUND, naming the field) an id of another type or an invalid
 * one.
 */
export function openId(ctx: GraphQLContext, type: SealedType, globalId: string, field: string): bigint {
  const id = ctx.ids.openAs(type, globalId);
  if (id === null) throw new DomainError('NOT_FOUND', `There is no such ${type.toLowerCase()}.`, { field });
  return id;
}

/** Between the parts of a global id, and of a loader's key, that several numbers make up. */
const SEPARATOR = '..';
/** So many parts has the longest. */
const MOST_PARTS = 3;

export function joinParts(parts: readonly bigint[]): string {
  return parts.join(SEPARATOR);
}

export function splitParts(text: string): bigint[] {
  return text.split(SEPARATOR).map(BigInt);
}

/** The global id of a row of `type` that `text` identifies: a number, or several by `joinParts`. */
export function sealParts(ctx: GraphQLContext, type: string, text: string): string {
  if (!text.includes(SEPARATOR)) return ctx.ids.seal(type, BigInt(text));
  return splitParts(text)
    .map((part) => ctx.ids.seal(type, part))
    .join(SEPARATOR);
}

/** What `sealParts` has sealed; null for anything else. */
export function openParts(ctx: GraphQLContext, globalId: string): { type: string; parts: bigint[] } | null {
  const texts = globalId.split(SEPARATOR, MOST_PARTS + 1);
  if (texts.length > MOST_PARTS) return null;
  const opened = texts.flatMap((text) => ctx.ids.open(text) ?? []);
  const type = opened[0]?.type;
  if (type === undefined || opened.length < texts.length || opened.some((part) => part.type !== type)) return null;
  return { type, parts: opened.map(({ id }) => id) };
}
