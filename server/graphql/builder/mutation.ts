import {
  type FieldMap,
  type InputFieldBuilder,
  type InputFieldMap,
  type InputObjectRef,
  type InputShapeFromFields,
  ObjectRef,
  type UnionRef,
} from '@pothos/core';
import { Kind, type GraphQLResolveInfo } from 'graphql';
import { DomainError, type DomainErrorCode, invalidInput } from '../../domain/ground/refusals/errors.ts';
import { authorize } from '../../domain/ground/actors/permissions.ts';
import { refusalsOf, type Verb } from '../../domain/ground/verbs/verb.ts';
import { builder } from './builder.ts';
import type { GraphQLContext } from '../runtime/context.ts';
import { answers } from '../runtime/errors.ts';
import { forgetLoaded } from './loader.ts';
import { refuseMalformed } from './malformedInput.ts';
import {
  AlreadyDecided,
  BettingClosed,
  InsufficientFunds,
  InvalidInput,
  LimitExceeded,
  Refusal,
  Refused,
  SafetyRefusal,
  TicketHeld,
} from './refusals.ts';

type Types = typeof builder.$inferSchemaTypes;
export type InputFields = InputFieldBuilder<Types, 'InputObject'>;
export type PayloadFields<Payload> = PothosSchemaTypes.ObjectFieldBuilder<Types, Payload>;

const ownTypes = {
  InvalidInput,
  InsufficientFunds,
  BettingClosed,
  AlreadyDecided,
  SafetyRefusal,
  LimitExceeded,
  TicketHeld,
};
type OwnType = keyof typeof ownTypes;

interface Skin<Payload extends object> {
  /** Description: what it does, who may call it, and what money it moves. */
  description: string;
  /** A type, where several mutations share it, or the fields of the mutation's own. */
  payload: ObjectRef<Types, Payload> | OwnPayload<Payload>;
}

interface OwnPayload<Payload extends object> {
  description: string;
  fields(t: PayloadFields<Payload>): FieldMap;
}

/**
 * Adds `name(input: NameInput!): NameResult!` for a verb of the domain, where NameResult is the payload or one of the
 * refusals. The verb's permission is checked before `run` opens ids, so that ids reveal nothing to unauthorized
 * callers; the verb checks it too. Loaded data is cleared before, because it may have changed. `payload` stands below
 * `run`, from which TypeScript infers its values. Why not Pothos' errors plugin: .github/decisions/015.
 */
export function mutation<Fields extends InputFieldMap, Payload extends object>(
  verb: Verb,
  skin: Skin<Payload> & {
    input: (t: InputFields) => Fields;
    run(ctx: GraphQLContext, input: InputShapeFromFields<Fields>): Promise<Payload>;
  },
): void {
  const { name } = verb;
  const typeName = typeNameOf(verb);
  // Named outside the generics, because TypeScript can't infer the shape of an input that is still generic.
  const input = builder.inputType(`${typeName}Input`, {
    description: `What \`${name}\` takes.`,
    fields: (t) => skin.input(t),
  }) as InputObjectRef<Types, object>;
  const result = resultUnion(verb, skin, ['InvalidInput', ...ownRefusals(verb)]);
  builder.mutationField(name, (t) =>
    t.field({
      type: result.ref,
      description: withRefusals(skin.description, refusalsOf({ ...verb, hasInput: true })),
      extensions: { verb },
      args: {
        input: t.arg({
          type: input,
          required: true,
          description: 'What to do. Where money moves, an idempotency key makes a retry safe.',
        }),
      },
      resolve: (_root, args, ctx, info) =>
        result.of(ctx, info, () => {
          refuseMalformed(args.input);
          return skin.run(ctx, keyed(verb, ctx, args.input) as InputShapeFromFields<Fields>);
        }),
    }),
  );
}

/** The same for a verb without input. */
export function mutationWithoutInput<Payload extends object>(
  verb: Verb,
  skin: Skin<Payload> & { run(ctx: GraphQLContext): Promise<Payload> },
): void {
  const result = resultUnion(verb, skin, ownRefusals(verb));
  builder.mutationField(verb.name, (t) =>
    t.field({
      type: result.ref,
      description: withRefusals(skin.description, refusalsOf({ ...verb, hasInput: false })),
      extensions: { verb },
      resolve: (_root, _args, ctx, info) => result.of(ctx, info, () => skin.run(ctx)),
    }),
  );
}

/** The description with the codes that the mutation's result can have; top-level errors are those of every call. */
function withRefusals(description: string, codes: ReadonlySet<DomainErrorCode>): string {
  const inResult = [...codes].filter((code) => answers[code] !== 'error');
  return inResult.length === 0 ? description : `${description} Refuses: ${inResult.join(', ')}.`;
}

function typeNameOf({ name }: Verb): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The verb's refusals that have a type of their own. */
function ownRefusals({ refusals }: Verb): OwnType[] {
  const types = refusals.map((code) => answers[code]).filter((answer) => answer !== 'Refusal' && answer !== 'error');
  return [...new Set(types)];
}

/** The type of the payload; a mutation's own is named after it. */
function payloadType<Payload extends object>(verb: Verb, payload: Skin<Payload>['payload']): ObjectRef<Types, Payload> {
  return payload instanceof ObjectRef
    ? payload
    : builder.objectRef<Payload>(`${typeNameOf(verb)}Payload`).implement(payload);
}

function resultUnion<Payload extends object>(verb: Verb, skin: Skin<Payload>, own: readonly OwnType[]) {
  const payload = payloadType(verb, skin.payload);
  const typeOf = (refusal: Refused) => own.find((member) => member === answers[refusal.code]) ?? 'Refusal';
  const ref: UnionRef<Types, object> = builder.unionType(`${typeNameOf(verb)}Result`, {
    description: `How \`${verb.name}\` went: its payload, or why it was refused.`,
    types: [payload, ...own.map((member) => ownTypes[member]), Refusal],
    resolveType: (value) => (value instanceof Refused ? typeOf(value) : payload.name),
  });
  const of = async (ctx: GraphQLContext, info: GraphQLResolveInfo, run: () => Promise<Payload>): Promise<object> => {
    authorize(ctx, verb.may);
    try {
      return await run();
    } catch (refusal) {
      if (!(refusal instanceof DomainError) || answers[refusal.code] === 'error') throw refusal;
      (ctx.call.refusals ??= []).push(refusal.code);
      return new Refused(refusal);
    } finally {
      if (!isOnlyOne(info)) forgetLoaded(ctx);
    }
  };
  return { ref, of };
}

/** Whether the operation has no other field, so that nothing can have been loaded before. */
function isOnlyOne({ operation }: GraphQLResolveInfo): boolean {
  const { selections } = operation.selectionSet;
  return selections.length === 1 && selections[0]?.kind === Kind.FIELD;
}

/**
 * The input of an idempotent verb with its key: its own, or the request's `Idempotency-Key` header, which existing
 * clients of the REST API send. Refuses two that differ.
 */
function keyed(verb: Verb, { idempotencyHeader: header }: GraphQLContext, input: object): object {
  if (!verb.idempotent || header === undefined) return input;
  const { idempotencyKey: own } = input as { idempotencyKey?: string | null };
  if (own === header) return input;
  // For each bet of such a client, hence without a spread (.github/decisions/019, until 2027-04-30).
  if (own === undefined || own === null) return Object.assign({}, input, { idempotencyKey: header });
  throw invalidInput('idempotencyKey', 'idempotencyKey differs from the header Idempotency-Key: send one of them');
}

/** The key of mutations whose verb is idempotent. */
export function idempotencyKey(t: InputFields) {
  return t.string({
    description:
      'Made by the client and kept until it has a definite answer: the same key again within 7 days gives the first ' +
      'answer and moves nothing; with another payload it is refused. Null or absent: the request’s `Idempotency-Key` ' +
      'header, which is refused where it differs or the operation has several such mutations; without it no key.',
  });
}

/** The reason of what an admin must not do without one. */
export function auditReason(t: InputFields) {
  return t.string({ required: true, description: 'Why, for the audit log: at least 10 characters.' });
}

/** The reason of what every admin is told at once. */
export function toldReason(t: InputFields) {
  return t.string({
    required: true,
    description: 'Why, for the audit log and the other admins: at least 10 characters.',
  });
}
