import { type DocumentNode, print } from 'graphql';
import { BOTH_PATHS, byBothPaths, byShortPath, type GraphQLCall } from './graphqlPaths.ts';

/** Responses in the shape that the test expects. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = Record<string, any>;

/** Sends an operation; throws, printing query and response, when the response has top-level errors. */
export type Execute = (
  document: string | DocumentNode,
  variables?: Record<string, unknown>,
  token?: string,
) => Promise<Answer>;

/** Executes operations over HTTP on the server at `url`, with `ownToken` unless another is given. */
export function executeAt(url: string, ownToken?: string): Execute {
  return async (document, variables = {}, token = ownToken) => {
    const query = typeof document === 'string' ? document : print(document);
    const call: GraphQLCall = { url: `${url}/graphql`, query, variables, token };
    const { status, text, answer } = await (process.env[BOTH_PATHS] ? byBothPaths(call) : byShortPath(call));
    if (answer.errors || !answer.data) throw new Error(`${query}\n${show(variables)}\nanswered ${status} ${text}`);
    return answer.data;
  };
}

/**
 * Runs the mutation `name` and returns `selection` of its payload. Throws, printing input and response, when it was
 * refused.
 */
export async function perform(execute: Execute, name: string, input: object, selection: string): Promise<Answer> {
  const answer = await attempt(execute, name, input, selection);
  if (answer['code'] !== undefined) throw new Error(`${name}(${show(input)}) was refused: ${show(answer)}`);
  return answer;
}

/** The same for mutations that may be refused: returns the refusal's `code` and `message`, or the payload. */
export async function attempt(execute: Execute, name: string, input: object, selection: string): Promise<Answer> {
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  const payload = sharedPayloads[name] ?? `${type}Payload`;
  const answer = await execute(
    `mutation ${type}($input: ${type}Input!) {
      ${name}(input: $input) { __typename ... on DomainError { code message } ... on ${payload} { ${selection} } }
    }`,
    { input },
  );
  return answer[name] as Answer;
}

/** Mutations whose payload type has another name. */
const sharedPayloads: Record<string, string> = {
  setPayeeActive: 'PayeePayload',
  addUpiPayee: 'PayeePayload',
  login: 'SessionPayload',
  renewSession: 'SessionPayload',
  signInWithLink: 'SessionPayload',
  changePassword: 'AcknowledgedPayload',
  closeAccount: 'AcknowledgedPayload',
  confirmSecondFactor: 'RecoveryCodesPayload',
  disableSecondFactor: 'AcknowledgedPayload',
  deactivateUser: 'UserStatusPayload',
  endMemberSessions: 'UserStatusPayload',
  reactivateUser: 'UserStatusPayload',
  blockPayoutAccount: 'PayoutBlockPayload',
  liftPayoutBlock: 'PayoutBlockPayload',
  releasePayoutBatch: 'PayoutBatchPayload',
  takePayoutBatch: 'PayoutBatchPayload',
  confirmProposal: 'ProposalPayload',
  flagSignalPlayers: 'SignalDeedsPayload',
  freezeSignalPlayers: 'SignalDeedsPayload',
};

function show(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item), 2);
}
