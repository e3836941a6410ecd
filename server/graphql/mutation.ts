import type {
  InputFieldBuilder,
  InputFieldMap,
  InputObjectRef,
  InputShapeFromFields,
  ObjectRef,
  UnionRef,
} from '@pothos/core';
import { Kind, type GraphQLResolveInfo } from 'graphql';
import type { CallKind } from '../domain/callKind.ts';
import { DomainError } from '../domain/errors.ts';
import { authorize, type Action } from '../domain/permissions.ts';
import { builder } from './builder.ts';
import type { GraphQLContext } from './context.ts';
import { answers } from './errors.ts';
import { forgetLoaded } from './loader.ts';
import { AlreadyDecided, BettingClosed, InsufficientFunds, InvalidInput, Refusal, Refused } from './refusals.ts';

type Types = typeof builder.$inferSchemaTypes;
type InputFields = InputFieldBuilder<Types, 'InputObject'>;

const ownTypes = { InvalidInput, InsufficientFunds, BettingClosed, AlreadyDecided };

interface Verb<Fields extends InputFieldMap, Payload extends object> {
  /** What it does, for whom it is, and what moves. */
  description: string;
  /** The domain's action. Asked before ids are opened, so that strangers learn nothing from them; the verb asks too. */
  may: Action;
  /** What it counts as in the limits on calls. What checks a secret or sends a mail is an attempt. */
  countsAs: CallKind;
  input: (t: InputFields) => Fields;
  payload: ObjectRef<Types, Payload>;
  /** Refusals with a type of their own, beside InvalidInput and Refusal. */
  refusals?: readonly (keyof typeof ownTypes)[];
  run(ctx: GraphQLContext, input: InputShapeFromFields<Fields>): Promise<Payload>;
}

/**
 * Adds `name(input: NameInput!): NameResult!`, where NameResult is the payload or one of the refusals. What was loaded
 * before is forgotten, since it may have changed.
 */
export function mutation<Fields extends InputFieldMap, Payload extends object>(
  name: string,
  verb: Verb<Fields, Payload>,
): void {
  const typeName = name.charAt(0).toUpperCase() + name.slice(1);
  // Named outside the generics, since TypeScript can't follow the shape of an input that is still open.
  const input = builder.inputType(`${typeName}Input`, {
    description: `What \`${name}\` takes.`,
    fields: (t) => verb.input(t),
  }) as InputObjectRef<Types, object>;
  const result = resultUnion(typeName, name, verb.payload, ['InvalidInput', ...(verb.refusals ?? [])]);
  builder.mutationField(name, (t) =>
    t.field({
      type: result.ref,
      description: verb.description,
      extensions: { countsAs: verb.countsAs },
      args: { input: t.arg({ type: input, required: true, description: 'All inputs.' }) },
      resolve: (_root, args, ctx, info) =>
        result.of(ctx, verb.may, info, () => verb.run(ctx, args.input as InputShapeFromFields<Fields>)),
    }),
  );
}

/** The same for a verb that takes no input. */
export function mutationWithoutInput<Payload extends object>(
  name: string,
  verb: Pick<Verb<never, Payload>, 'description' | 'may' | 'countsAs' | 'payload'> & {
    run(ctx: GraphQLContext): Promise<Payload>;
  },
): void {
  const typeName = name.charAt(0).toUpperCase() + name.slice(1);
  const result = resultUnion(typeName, name, verb.payload, []);
  builder.mutationField(name, (t) =>
    t.field({
      type: result.ref,
      description: verb.description,
      extensions: { countsAs: verb.countsAs },
      resolve: (_root, _args, ctx, info) => result.of(ctx, verb.may, info, () => verb.run(ctx)),
    }),
  );
}

function resultUnion<Payload extends object>(
  typeName: string,
  name: string,
  payload: ObjectRef<Types, Payload>,
  own: readonly (keyof typeof ownTypes)[],
) {
  const typeOf = (refusal: Refused) => own.find((member) => member === answers[refusal.code]) ?? 'Refusal';
  const ref: UnionRef<Types, object> = builder.unionType(`${typeName}Result`, {
    description: `How \`${name}\` went: its payload, or why it was refused.`,
    types: [payload, ...own.map((member) => ownTypes[member]), Refusal],
    resolveType: (value) => (value instanceof Refused ? typeOf(value) : payload.name),
  });
  const of = async (
    ctx: GraphQLContext,
    may: Action,
    info: GraphQLResolveInfo,
    run: () => Promise<Payload>,
  ): Promise<object> => {
    authorize(ctx, may);
    try {
      return await run();
    } catch (refusal) {
      if (refusal instanceof DomainError && answers[refusal.code] !== 'error') return new Refused(refusal);
      throw refusal;
    } finally {
      if (!isOnlyOne(info)) forgetLoaded(ctx);
    }
  };
  return { ref, of };
}

/** Whether an operation does nothing else, so that nothing can have been loaded before. */
function isOnlyOne({ operation }: GraphQLResolveInfo): boolean {
  const { selections } = operation.selectionSet;
  return selections.length === 1 && selections[0]?.kind === Kind.FIELD;
}

/** The key of mutations that move money. */
export function idempotencyKey(t: InputFields) {
  return t.string({
    description:
      'Made by the client and kept until it has a definite answer: the same key again within 7 days gives the first ' +
      'answer and moves nothing; with another payload it is refused. Null or absent without.',
  });
}
