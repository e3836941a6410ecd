import { defaultFieldResolver, getNamedType, isInputObjectType, isObjectType, type GraphQLSchema } from 'graphql';
import { invalidInput } from '../../domain/ground/refusals/errors.ts';

/**
 * What a scalar gives for an input that it can't read, in place of a value. Thrown while inputs are read, an error would
 * refuse the whole operation and name no field; this is refused where the field is resolved, as any other mistake.
 */
export class MalformedInput {
  /** Goes behind the name of the field: "must be …". */
  readonly rule: string;

  constructor(rule: string) {
    this.rule = rule;
  }
}

/** Refuses with INVALID_INPUT, naming the field, inputs of which one is malformed: the first one. */
export function refuseMalformed(inputs: object, path = ''): void {
  for (const [name, value] of Object.entries(inputs) as [string, unknown][]) {
    if (typeof value !== 'object' || value === null || value instanceof Date) continue;
    // Places in a list are not named, as elsewhere.
    const field = Array.isArray(inputs) ? path : path === '' ? name : `${path}.${name}`;
    if (value instanceof MalformedInput) throw invalidInput(field, `${field} ${value.rule}`);
    refuseMalformed(value, field);
  }
}

/** Types whose inputs can be malformed. */
const malformable = new Set(['Money', 'DateTime', 'Date', 'YearMonth']);

function canBeMalformed(schema: GraphQLSchema, typeName: string): boolean {
  const type = schema.getType(typeName);
  if (!isInputObjectType(type)) return malformable.has(typeName);
  return Object.values(type.getFields()).some((field) => canBeMalformed(schema, getNamedType(field.type).name));
}

/**
 * Has every field with such arguments refuse malformed ones before it is resolved, so that no resolver sees one. Mutations
 * do it themselves, because there it is part of the result (mutation.ts).
 */
export function guardInputs(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type === schema.getMutationType()) continue;
    for (const field of Object.values(type.getFields())) {
      if (!field.args.some((arg) => canBeMalformed(schema, getNamedType(arg.type).name))) continue;
      const { resolve = defaultFieldResolver } = field;
      field.resolve = (source, args: object, context, info) => {
        refuseMalformed(args);
        return resolve(source, args, context, info);
      };
    }
  }
  return schema;
}
