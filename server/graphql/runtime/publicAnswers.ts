import {
  GraphQLEnumType,
  GraphQLScalarType,
  getArgumentValues,
  getNamedType,
  getVariableValues,
  isObjectType,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { DomainEvents, GameType } from '../../domain/ground/verbs/events.ts';
import { forEachField, fragmentsOf } from './documentBounds.ts';
import { BoundedMap } from '../../platform/boundedMap.ts';
import type { HttpAnswer, Parameters } from './httpCall.ts';
import { variablesRefusal } from './variableBounds.ts';

/** Answers at a time, and the longest of them in characters: together at most 20 MB. */
const MAX_ANSWERS = 100;
const MAX_LENGTH = 100_000;
/** Descriptions of the schema, and the characters of the longest one that is kept: together at most 40 MB. */
const MAX_DESCRIPTIONS = 10;
const MAX_DESCRIPTION_LENGTH = 2_000_000;

/**
 * What changes without a round of its game: by the clock, or because the beacon's round of a void contest comes late. All other
 * public fields of a contest stay as they are until then.
 */
const CHANGING: ReadonlySet<string> = new Set([
  'serverTime',
  'heldUntil',
  'cancellable',
  'wouldHaveBeen',
  'beaconSignature',
  'beaconRandomness',
]);
/** Object types below a contest that never change. */
const CONSTANT_TYPES: ReadonlySet<string> = new Set(['ContestOutcome', 'PayoutRow']);
const LIST_TYPES: ReadonlySet<string> = new Set(['ContestConnection', 'ContestEdge', 'Contest', 'PageInfo']);

interface Kept extends Asked {
  readonly answer: HttpAnswer;
  /** How often rounds of these games had changed when it was read. */
  readonly changes: number;
}

/** What a kept answer is about. */
interface Asked {
  readonly games: readonly GameType[];
  /** With fields that are null without a session, and depend on the caller with one. */
  readonly isPersonal: boolean;
}

/** Who calls, and what. */
interface Call {
  readonly parameters: Parameters;
  /** The media type of the answer. */
  readonly type: string;
  readonly hasSession: boolean;
}

/**
 * Texts of answers about the newest finished rounds, which most clients request: those of callers without a session, and those in
 * which nothing depends on the caller. Each is given until a round of its games changes: is decided, settled, made void, or opens.
 * And descriptions of the schema (introspection), which never change. For callers who may read a contest.
 */
export class PublicAnswers {
  readonly #schema: GraphQLSchema;
  readonly #events: DomainEvents;
  readonly #kept = new BoundedMap<string, Kept>(MAX_ANSWERS);
  readonly #descriptions = new BoundedMap<string, HttpAnswer>(MAX_DESCRIPTIONS);
  /** Texts of operations with a kept answer: of all others, bets among them, nothing more is read. */
  readonly #texts = new BoundedMap<string, true>(MAX_ANSWERS + MAX_DESCRIPTIONS);
  readonly #changes = new Map<GameType, number>();
  /** Of all games. */
  #allChanges = 0;
  readonly #stops: (() => void)[];

  constructor(schema: GraphQLSchema, events: DomainEvents) {
    this.#schema = schema;
    this.#events = events;
    this.#stops = [
      events.on('contestChanged', ({ gameType }) => {
        this.#allChanges += 1;
        this.#changes.set(gameType, this.#changesOf([gameType]) + 1);
      }),
      // Events may have been missed.
      events.onReconnect(() => {
        this.#allChanges += 1;
        this.#kept.clear();
      }),
    ];
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** The answer that is kept for a call, if there is one that no change has made old. */
  find(call: Call): HttpAnswer | undefined {
    if (this.#texts.get(call.parameters.query) === undefined) return undefined;
    const name = nameOf(call);
    if (name === null) return undefined;
    const description = this.#descriptions.get(name);
    if (description !== undefined) return description;
    const kept = this.#kept.get(name);
    // While events may be missed nothing is known to be new.
    if (kept === undefined || !this.#events.isWhole || kept.changes !== this.#changesOf(kept.games)) return undefined;
    return kept.isPersonal && call.hasSession ? undefined : kept.answer;
  }

  /**
   * Called before an operation is run. Returns the function that keeps its answer afterwards, where it is one of those that are
   * kept and nothing has changed meanwhile.
   */
  begin(call: Call): (read: Read, answer: HttpAnswer) => void {
    const before = this.#allChanges;
    return ({ document, operation }, answer) => {
      if (operation.operation !== 'query' || answer.status !== 200) return;
      const name = nameOf(call);
      if (name === null) return;
      const { query } = call.parameters;
      if (isDescription(document, operation)) {
        if (answer.body.length > MAX_DESCRIPTION_LENGTH) return;
        this.#descriptions.set(name, answer);
        this.#texts.set(query, true);
        return;
      }
      if (answer.body.length > MAX_LENGTH) return;
      const asked = askedBy(this.#schema, document, operation, call.parameters.variables ?? {});
      if (asked === null || this.#allChanges !== before || (asked.isPersonal && call.hasSession)) return;
      this.#kept.set(name, { ...asked, answer, changes: this.#changesOf(asked.games) });
      this.#texts.set(query, true);
    };
  }

  #changesOf(games: readonly GameType[]): number {
    return games.reduce((sum, game) => sum + (this.#changes.get(game) ?? 0), 0);
  }
}

const DESCRIPTIONS: ReadonlySet<string> = new Set(['__schema', '__type']);

/** Whether an operation asks for the schema's own description alone, which is more than a `__typename`. */
function isDescription(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  let isAlone = true;
  let isThere = false;
  forEachField(operation.selectionSet, fragmentsOf(document), ({ name: { value } }) => {
    isThere ||= DESCRIPTIONS.has(value);
    isAlone &&= DESCRIPTIONS.has(value) || value === '__typename';
  });
  return isAlone && isThere;
}

/** An operation that has been run, so it is within the limits. */
interface Read {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

/** What distinguishes calls; null where the variables are beyond their bounds, which the engine refuses. */
function nameOf({ parameters: { query, operationName, variables }, type }: Call): string | null {
  if (variables !== null && variablesRefusal(variables) !== null) return null;
  return JSON.stringify([type, operationName, variables, query]);
}

/**
 * The games whose newest rounds an operation asks for; null where it asks for anything else, or for what changes without an event.
 */
function askedBy(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Asked | null {
  const root = schema.getQueryType();
  const contests = root?.getFields()['contests'];
  if (!root || !contests) return null;
  const fragments = fragmentsOf(document);
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  if (coerced === undefined) return null;
  const games = new Set<GameType>();
  const found = { isPersonal: false };
  let isKept = true;
  forEachField(operation.selectionSet, fragments, (field) => {
    if (field.name.value === '__typename') return;
    if (field.name.value !== 'contests' || !field.selectionSet) return void (isKept = false);
    const asked = getArgumentValues(contests, field, coerced) as {
      gameType: GameType;
      after?: unknown;
      before?: unknown;
    };
    const { gameType, after = null, before = null } = asked;
    const list = getNamedType(contests.type);
    isKept &&=
      after === null && before === null && isObjectType(list) && isConstant(field.selectionSet, list, fragments, found);
    games.add(gameType);
  });
  return isKept && games.size > 0 ? { ...found, games: [...games] } : null;
}

/** Whether all that is selected of a type stays as it is until an event, for the same caller; marks in `found` what differs by caller. */
function isConstant(
  selectionSet: SelectionSetNode,
  type: GraphQLObjectType,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  found: { isPersonal: boolean },
): boolean {
  let constant = true;
  forEachField(selectionSet, fragments, ({ name, selectionSet: below }) => {
    const field = type.getFields()[name.value];
    if (name.value === '__typename') return;
    const answer = field && getNamedType(field.type);
    if (!answer || CHANGING.has(name.value)) constant = false;
    else if (field.extensions['personal'] === true) found.isPersonal = true;
    else if (answer instanceof GraphQLScalarType || answer instanceof GraphQLEnumType) return;
    else {
      const known = LIST_TYPES.has(answer.name) || CONSTANT_TYPES.has(answer.name);
      constant &&= known && isObjectType(answer) && below !== undefined && isConstant(below, answer, fragments, found);
    }
  });
  return constant;
}
