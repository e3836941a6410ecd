import { isObjectType, type GraphQLSchema } from 'graphql';
import type { LoopSlices } from '../../platform/loopSlices.ts';

/** Objects of an answer that never wait, so that small operations take no longer beside large ones. Together about 1 ms. */
const FREE_OBJECTS = 64;

/**
 * Divides the execution of one operation among turns of the event loop: an object whose turn would come after the present slice
 * waits for a later one, its fields with it. So the largest legal document holds up nobody for long.
 */
export class Steps {
  readonly #slices: Pick<LoopSlices, 'step'>;
  #objects = 0;
  #waiting = 0;

  constructor(slices: Pick<LoopSlices, 'step'>) {
    this.#slices = slices;
  }

  /** True, or a promise of it where the next object's fields have to wait. */
  next(): true | Promise<true> {
    this.#objects += 1;
    if (this.#objects <= FREE_OBJECTS) return true;
    const step = this.#slices.step();
    if (step === undefined) return true;
    this.#waiting += 1;
    return step.then(() => {
      this.#waiting -= 1;
      return true;
    });
  }

  /**
   * Calls `send` after the promises of this turn, when no object waits: what a loader is asked for by all objects of a list goes
   * into one batch, in however many turns they ask. For DataLoader's `batchScheduleFn`.
   */
  readonly whenNoneWaits = (send: () => void): void => {
    void Promise.resolve().then(() => process.nextTick(() => this.#sendOrWait(send)));
  };

  #sendOrWait(send: () => void): void {
    if (this.#waiting === 0) send();
    else setImmediate(() => this.#sendOrWait(send));
  }
}

/**
 * The same schema, executed in steps: GraphQL asks whether a value is of its type before it reads the value's fields, and waits for
 * the answer. The types of introspection are included; other schemas have no steps in their contexts.
 */
export function inSteps(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    // A predicate of its own would also choose the type of a union's value.
    if (!isObjectType(type) || type.isTypeOf) continue;
    type.isTypeOf = (_value, context: { readonly steps?: Steps } | undefined) => context?.steps?.next() ?? true;
  }
  return schema;
}
