import {
  BREAK,
  getNamedType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { forEachField, fragmentsOf } from './documentBounds.ts';

/**
 * Extension of subscriptions whose events are the same for everyone, and of the types in those events. Unmarked ones
 * are personal, so that nothing is shared by accident.
 */
export const shared = { shared: true } as const;

/** Extension of the few fields of a shared type that depend on the viewer. */
export const personal = { personal: true } as const;

/** Whether a subscription is shared apart from viewer-dependent fields: it is the same for all anonymous callers. */
export function isSharedByAnonymous(
  schema: GraphQLSchema,
  document: DocumentNode,
  { selectionSet }: OperationDefinitionNode,
): boolean {
  const fields = schema.getSubscriptionType()?.getFields();
  let sharedByAnonymous = true;
  forEachField(selectionSet, fragmentsOf(document), ({ name }) => {
    sharedByAnonymous &&= fields?.[name.value]?.extensions['shared'] === true;
  });
  return sharedByAnonymous;
}

const known = new WeakMap<DocumentNode, boolean>();

/** Whether all subscribers with this valid document get the same events. */
export function isShared(schema: GraphQLSchema, document: DocumentNode): boolean {
  const before = known.get(document);
  if (before !== undefined) return before;
  const typeInfo = new TypeInfo(schema);
  let sharedByAll = true;
  const field = () => {
    const parent = typeInfo.getParentType();
    const definition = typeInfo.getFieldDef();
    if (!definition || definition.name.startsWith('__')) return undefined;
    const atRoot = parent === schema.getSubscriptionType();
    const marked = atRoot ? definition.extensions['shared'] : parent?.extensions['shared'];
    const answer = getNamedType(definition.type);
    const plain = !isObjectType(answer) || answer.extensions['shared'] === true;
    sharedByAll = marked === true && plain && definition.extensions['personal'] !== true;
    return sharedByAll ? undefined : BREAK;
  };
  visit(document, visitWithTypeInfo(typeInfo, { Field: field }));
  known.set(document, sharedByAll);
  return sharedByAll;
}
