import type { ApolloCache, ApolloClient, TypedDocumentNode } from '@apollo/client';
import type { DocumentNode } from 'graphql';
import { useCallback, useContext, useState } from 'react';
import type { DomainErrorCode } from '../gql/graphql.ts';
import { IdempotencyKeyHolder } from '../lib/idempotencyKey.ts';
import { errors } from '#messages/errors.ts';
import { showToast } from '../ui/toasts.ts';
import type { FormProblem } from '../ui/useForm.ts';
import { ClientLoaderContext } from './clientLoader.ts';
import { errorText } from './errors.ts';
import { holdReload } from './quietMoment.ts';
import { refusalText, type RefusalFields } from './refusals.ts';
import { onUserChange } from './sessionStore.ts';

/** Why an action had no effect, or is not known to have had one. */
export type Problem = FormProblem;

type ResultOf<Data> = Data[Exclude<keyof Data, '__typename'>];
type RefusalOf<Data> = Extract<ResultOf<Data>, { readonly code: DomainErrorCode }>;
export type PayloadOf<Data> = Exclude<ResultOf<Data>, { readonly code: DomainErrorCode }>;

/**
 * done: the server's payload. refused: nothing changed. unanswered: no definite answer came; where a key is sent, the
 * same call again takes effect once.
 */
export type Outcome<Data> =
  | { readonly outcome: 'done'; readonly payload: PayloadOf<Data>; readonly problem: null }
  | { readonly outcome: 'refused'; readonly refusal: RefusalOf<Data>; readonly problem: Problem }
  | { readonly outcome: 'unanswered'; readonly problem: Problem };

/** What the mutation's `$input` takes, without the key; none for a mutation without input. */
type InputOf<Variables> = Variables extends { readonly input: infer Input } ? WithoutKey<Input> : void;
type WithoutKey<Input> = Input extends unknown ? Omit<Input, 'idempotencyKey'> : never;

/** A mutation whose input has a key must send one. */
type Keyed<Variables> = Variables extends { readonly input: { idempotencyKey?: unknown } }
  ? { readonly keyed: true }
  : { readonly keyed?: never };

interface Options<Data, Variables> {
  /** The screen's own texts for refusals, by code. */
  readonly known?: Partial<Record<DomainErrorCode, string>>;
  /** The fields of the form that refusals are about whose code alone names it. */
  readonly fields?: Partial<Record<DomainErrorCode, string>>;
  /** One text for every refusal. */
  readonly refused?: string;
  /** The text where no definite answer came, in place of the error's. */
  readonly unanswered?: string;
  /** The text of a toast when it is done; a problem is then a toast too. Null: none. */
  readonly toast?: (payload: PayloadOf<Data>) => string | null;
  /** Names of queries to send again when it is done. */
  readonly refetch?: string[];
  /** Writes what the payload alone doesn't tell the cache. */
  readonly update?: (cache: ApolloCache, payload: PayloadOf<Data>, input: InputOf<Variables>) => void;
}

type Input<Variables> = InputOf<Variables> | Promise<InputOf<Variables>>;

/** Keys of requests without a definite answer. They outlive the screen, so that sent again from a new one it is a retry. */
const keys = new IdempotencyKeyHolder();
onUserChange(() => keys.clear());

/**
 * The one way in which the web app changes data. `act` sends the mutation and resolves, never rejects. A mutation that
 * moves money carries an idempotency key, which is kept until there is a definite answer. `expected` is what the cache
 * shows as the answer until there is one. `problem` is that of the last call, or one that the screen found itself,
 * until the next call.
 */
export function useAction<Data, Variables>(
  mutation: TypedDocumentNode<Data, Variables>,
  options: Options<Data, Variables> & Keyed<Variables>,
) {
  const loadClient = useContext(ClientLoaderContext);
  const [running, setRunning] = useState(0);
  const [problem, setProblem] = useState<Problem | null>(null);

  const act = useCallback(
    async (input: Input<Variables>, expected: PayloadOf<Data> | null = null): Promise<Outcome<Data>> => {
      setProblem(null);
      setRunning((count) => count + 1);
      const releaseHold = holdReload();
      const outcome = await outcomeOf(loadClient, mutation, options, { input, expected });
      releaseHold();
      setRunning((count) => count - 1);
      setProblem(outcome.problem);
      if (options.toast) showOutcome(outcome, options.toast);
      return outcome;
    },
    [loadClient, mutation, options],
  );
  /** Shows what the screen found itself, or null for nothing. */
  const setOwnProblem = useCallback(
    (text: string | null) => setProblem(text === null ? null : { text, field: null }),
    [],
  );

  return { act, pending: running > 0, problem, setProblem: setOwnProblem };
}

async function outcomeOf<Data, Variables>(
  loadClient: () => Promise<ApolloClient>,
  mutation: TypedDocumentNode<Data, Variables>,
  options: Options<Data, Variables> & Keyed<Variables>,
  call: { readonly input: Input<Variables>; readonly expected: PayloadOf<Data> | null },
): Promise<Outcome<Data>> {
  try {
    const input = call.input instanceof Promise ? await call.input : call.input;
    const { name, field } = operationOf(mutation);
    const request = `${name} ${JSON.stringify(input)}`;
    const key = options.keyed ? keys.for(request) : null;
    const result = await send(await loadClient(), mutation, options, { ...call, input, key, field });
    if (!result) return { outcome: 'unanswered', problem: { text: options.unanswered ?? errors.list, field: null } };
    if (key !== null) keys.answered(request, key);
    return isRefusal(result)
      ? { outcome: 'refused', refusal: result as RefusalOf<Data>, problem: problemOf(result, options) }
      : { outcome: 'done', payload: result as PayloadOf<Data>, problem: null };
  } catch (error) {
    return { outcome: 'unanswered', problem: { text: options.unanswered ?? errorText(error), field: null } };
  }
}

interface Call<Data, Variables> {
  readonly expected: PayloadOf<Data> | null;
  readonly input: InputOf<Variables>;
  readonly key: string | null;
  /** The mutation's field. */
  readonly field: string;
}

/** The server's result; undefined when it answered without one. */
async function send<Data, Variables>(
  client: ApolloClient,
  mutation: TypedDocumentNode<Data, Variables>,
  { update, refetch = [] }: Options<Data, Variables>,
  { input, expected, key, field }: Call<Data, Variables>,
): Promise<ResultOf<Data> | undefined> {
  const resultIn = (data: unknown) => (data as Record<string, ResultOf<Data> | undefined> | null | undefined)?.[field];
  const { data } = await client.mutate<unknown, Record<string, unknown>>({
    mutation,
    variables: input === undefined ? {} : { input: key === null ? input : { ...input, idempotencyKey: key } },
    update: (cache, answer) => {
      const result = resultIn(answer.data);
      if (result && !isRefusal(result)) update?.(cache, result as PayloadOf<Data>, input);
    },
    ...(expected && { optimisticResponse: { __typename: 'Mutation', [field]: expected } }),
    refetchQueries: (answer) => {
      const result = resultIn(answer.data);
      return result && !isRefusal(result) ? refetch : [];
    },
  });
  return resultIn(data);
}

function isRefusal(result: unknown): result is RefusalFields {
  return typeof result === 'object' && result !== null && 'code' in result;
}

function problemOf<Data, Variables>(
  refusal: RefusalFields,
  { known, fields, refused }: Options<Data, Variables>,
): Problem {
  const field = fields?.[refusal.code];
  // Beside its field the screen's own text is enough.
  const text = refused ?? (field && known?.[refusal.code]) ?? refusalText(refusal, known);
  return { text, field: field ?? refusal.field ?? null };
}

function showOutcome<Data>(outcome: Outcome<Data>, done: (payload: PayloadOf<Data>) => string | null): void {
  if (outcome.problem) return showToast({ text: outcome.problem.text, tone: 'bad' });
  const text = done(outcome.payload);
  if (text !== null) showToast({ text, tone: 'good' });
}

/** The name of a mutation, and the field that it selects. */
function operationOf({ definitions }: DocumentNode): { readonly name: string; readonly field: string } {
  for (const definition of definitions) {
    if (!('operation' in definition)) continue;
    for (const selected of definition.selectionSet.selections) {
      if (!('name' in selected) || selected.name.value === '__typename') continue;
      return { name: definition.name?.value ?? '', field: selected.name.value };
    }
  }
  throw new Error('The document has no mutation.');
}
