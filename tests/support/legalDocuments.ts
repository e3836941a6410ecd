import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  parse,
  validate,
} from 'graphql';
import { VALUES_A_POINT } from '../../server/domain/ground/calls/callBudget.ts';
import { boundsExceeded } from '../../server/graphql/runtime/documentBounds.ts';
import { operationOf } from '../../server/graphql/runtime/documents.ts';
import { tooComplex } from '../../server/graphql/runtime/limits.ts';
import { measureOf } from '../../server/graphql/runtime/measure.ts';

/** A query within the limits of its caller. */
export interface LegalDocument {
  /** The field that it is made for, and how. */
  readonly name: string;
  /** The name of that field in answers, where it isn't under an alias. */
  readonly field: string;
  readonly query: string;
  readonly points: number;
}

/** Arguments' values by `argument: Type`, `argument`, or the name of their type, the first that is known. */
export type ArgumentValues = Readonly<Record<string, string>>;

export interface Caller {
  readonly hasSession: boolean;
  /** Fields that it may not see, as `Type.field`. */
  readonly without: readonly string[];
  /** Fields that give it nothing to read below them, which other paths avoid. */
  readonly empty: readonly string[];
  readonly values: ArgumentValues;
}

const PAGES = [100, 50, 20, 10, 5, 2, 1];
const MAX_ALIASES = 50;

/**
 * For each field that gives objects or lists, as far as a caller can reach: the field once with the largest page, in as many objects
 * of the lists before it as the limits allow, nested once more, and under as many aliases. All of them are valid and within the
 * limits.
 */
export function legalDocuments(schema: GraphQLSchema, caller: Caller): LegalDocument[] {
  const found = new Map<string, LegalDocument>();
  for (const target of targets(schema, caller)) {
    for (const [how, make] of Object.entries(shapes)) {
      const largest = largestOf(schema, caller, (page) => make(new Writer(caller, page), target));
      if (largest && !found.has(largest.query)) {
        const { type, field } = target;
        found.set(largest.query, { name: `${type.name}.${field.name}, ${how}`, field: field.name, ...largest });
      }
    }
  }
  return [...found.values()];
}

/** A field, and the fields that lead to its type from the query. */
interface Target {
  readonly type: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
  readonly path: readonly Step[];
}

interface Step {
  readonly type: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
}

const shapes: Readonly<Record<string, (writer: Writer, target: Target) => string>> = {
  'the largest page': (writer, { path, type, field }) =>
    writer.along({ path, type }, 1, writer.field(type, field, { page: writer.page, depth: 1 })),
  'in the largest pages': (writer, { path, type, field }) =>
    writer.along({ path, type }, writer.page, writer.field(type, field, { page: 10, depth: 1 })),
  'with the lists below it': (writer, { path, type, field }) =>
    writer.along({ path, type }, 1, writer.field(type, field, { page: writer.page, depth: 3 })),
  'under many aliases': (writer, { path, type, field }) => {
    const aliases = Math.max(1, Math.round((writer.page / 100) * MAX_ALIASES));
    const each = writer.field(type, field, { page: 100, depth: 1 });
    return writer.along({ path, type }, 1, Array.from({ length: aliases }, (_, at) => `a${at}: ${each}`).join(' '));
  },
};

/** The largest of its sizes that is allowed; null where none is. */
function largestOf(schema: GraphQLSchema, { hasSession }: Caller, make: (page: number) => string) {
  for (const page of PAGES) {
    const query = `{ ${make(page)} }`;
    const document = parse(query);
    const operation = operationOf(document, null);
    if (operation === null || boundsExceeded(document) !== null) continue;
    const [error] = validate(schema, document);
    if (error) throw new Error(`${error.message}: ${query.slice(0, 500)}`);
    const measure = measureOf(schema, document, operation, {});
    if (measure === null) throw new Error(`not measured: ${query.slice(0, 500)}`);
    if (tooComplex(measure, hasSession) === null) {
      return { query, points: Math.max(1, measure.complexity / VALUES_A_POINT) };
    }
  }
  return null;
}

/** Fields that a caller's role decides on. */
const PRESENT: ReadonlySet<string> = new Set(['viewer', 'admin']);
/** A field that may be null counts as so many others on the way to a type: nothing is read below one that is. */
const NULLABLE = 20;

/** All fields that give objects, or scalars with a price of their own, each at the end of a shortest path. */
function targets(schema: GraphQLSchema, { without, empty }: Caller): Target[] {
  const query = schema.getQueryType();
  if (!query) return [];
  const found: Target[] = [];
  const paths = new Map<GraphQLObjectType, readonly Step[]>();
  const open = [{ type: query, path: [] as readonly Step[], length: 0 }];
  for (let next = open.shift(); next; next = open.shift()) {
    const { type, path, length } = next;
    if (paths.has(type)) continue;
    paths.set(type, path);
    for (const field of Object.values(type.getFields())) {
      if (without.includes(`${type.name}.${field.name}`)) continue;
      const named = getNamedType(field.type);
      if (!isLeafType(named) || 'complexity' in field.extensions) found.push({ type, field, path });
      const isThere = isNonNullType(field.type) && !empty.includes(`${type.name}.${field.name}`);
      const farther = length + (isThere || PRESENT.has(field.name) ? 1 : NULLABLE);
      for (const each of objectsOf(named)) open.push({ type: each, path: [...path, { type, field }], length: farther });
    }
    open.sort((one, other) => one.length - other.length);
  }
  return found;
}

function objectsOf(type: GraphQLNamedType): readonly GraphQLObjectType[] {
  if (isObjectType(type)) return [type];
  return isUnionType(type) ? type.getTypes() : [];
}

/** Writes selections with pages of one size. */
class Writer {
  constructor(
    readonly caller: Caller,
    readonly page: number,
  ) {}

  /** The fields of a path around a selection; `page`: of the lists on it. */
  along({ path, type: last }: Pick<Target, 'path' | 'type'>, page: number, selection: string): string {
    return path.reduceRight((inner, { type, field }, at) => {
      const next = path[at + 1]?.type ?? last;
      const on = isUnionType(getNamedType(field.type)) ? `... on ${next.name} { ${inner} }` : inner;
      return `${field.name}${this.#argumentsOf(type, field, page)} { ${on} }`;
    }, selection);
  }

  /** A field with all scalars below it; with `depth` above 1 the objects and lists below it too. */
  field(
    type: GraphQLObjectType,
    field: GraphQLField<unknown, unknown>,
    { page, depth }: { page: number; depth: number },
  ): string {
    const below = this.#selection(field.type, depth);
    return `${field.name}${this.#argumentsOf(type, field, page)}${below === null ? '' : ` { ${below} }`}`;
  }

  #selection(output: GraphQLOutputType, depth: number): string | null {
    const named = getNamedType(output);
    if (isLeafType(named)) return null;
    if (!isObjectType(named)) {
      const members = objectsOf(named).map((each) => `... on ${each.name} { ${this.#fields(each, depth)} }`);
      return ['__typename', ...members.slice(0, 1)].join(' ');
    }
    return this.#fields(named, depth);
  }

  /** Connections and edges are no depth of their own. */
  #fields(type: GraphQLObjectType, depth: number): string {
    const isWrapper = /(Connection|Edge)$/.test(type.name);
    const chosen = Object.values(type.getFields()).flatMap((field) => {
      if (this.caller.without.includes(`${type.name}.${field.name}`)) return [];
      const leaf = isLeafType(getNamedType(field.type));
      if (!leaf && (isWrapper ? false : depth <= 1)) return [];
      const left = isWrapper ? depth : depth - 1;
      return [this.field(type, field, { page: Math.min(10, this.page), depth: left })];
    });
    return ['__typename', ...chosen].join(' ');
  }

  #argumentsOf(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>, page: number): string {
    const given = field.args.flatMap((argument) => {
      if (argument.name === 'first') return [`first: ${page}`];
      if (!isNonNullType(argument.type) || argument.defaultValue !== undefined) return [];
      return [`${argument.name}: ${this.#valueOf(type, field, argument)}`];
    });
    return given.length === 0 ? '' : `(${given.join(', ')})`;
  }

  #valueOf(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>, { name, type: input }: GraphQLArgument) {
    const { values } = this.caller;
    const named = getNamedType(input);
    const known = values[`${name}: ${named.name}`] ?? values[name] ?? values[named.name];
    if (known !== undefined) return known;
    if (isEnumType(named)) return named.getValues()[0]?.name ?? '';
    if (isInputObjectType(named) || isListType(getNullableType(input)) || named.name !== 'Boolean') {
      throw new Error(`no value is known for ${type.name}.${field.name}(${name}: ${String(input)})`);
    }
    return 'true';
  }
}
