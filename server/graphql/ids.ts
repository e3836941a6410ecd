import { DomainError } from '../domain/errors.ts';
import type { SealedType } from '../domain/sealedTypes.ts';
import type { GraphQLContext } from './context.ts';

/**
 * The internal id in an input's global id. Refuses (NOT_FOUND, naming the field) an id of another type or an invalid
 * one.
 */
export function openId(ctx: GraphQLContext, type: SealedType, globalId: string, field: string): bigint {
  const id = ctx.ids.openAs(type, globalId);
  if (id === null) throw new DomainError('NOT_FOUND', `There is no such ${type.toLowerCase()}.`, { field });
  return id;
}
