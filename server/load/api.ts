/** A call's deadline: above the server's own for a bet. */
const ANSWER_MS = 15_000;

/** A refusal that says when to try again, or no answer. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** What a mutation answered: its payload, or a refusal with its code. */
export interface Outcome {
  code?: string;
  message?: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  [field: string]: any;
}

// oxlint-disable-next-line typescript/no-explicit-any
type Answer = Record<string, any>;

interface Body {
  data?: Answer | null;
  errors?: readonly { message: string; extensions?: { code?: string; retryAfterSeconds?: number } }[];
}

/** Sends operations to the public GraphQL API of the server at a URL. */
export class Api {
  readonly url: string;
  readonly #signal: AbortSignal | undefined;

  /** `signal` cancels calls under way. */
  constructor(url: string, signal?: AbortSignal) {
    this.url = url;
    this.#signal = signal;
  }

  /** Runs a query. Throws RetryLater when it is limited or the server doesn't answer, an Error for every other failure. */
  async query(query: string, token?: string, variables: object = {}): Promise<Answer> {
    const { data, errors } = await this.#send({ query, variables }, token);
    const [error] = errors ?? [];
    if (error?.extensions?.code === 'RATE_LIMITED') {
      throw new RetryLater(error.message, (error.extensions.retryAfterSeconds ?? 1) * 1_000);
    }
    if (error || !data) throw new Error(error?.message ?? 'the server answered nothing');
    return data;
  }

  /** Runs the mutation `name`; its refusals are returned. */
  async perform(name: string, input: object, payload: string, token?: string): Promise<Outcome> {
    const type = name.charAt(0).toUpperCase() + name.slice(1);
    const data = await this.query(
      `mutation ${type}($input: ${type}Input!) { ${name}(input: $input) {
        __typename ... on DomainError { code message } ${payload} } }`,
      token,
      { input },
    );
    return data[name] ?? {};
  }

  async #send(body: object, token: string | undefined): Promise<Body> {
    const deadline = AbortSignal.timeout(ANSWER_MS);
    let response: Response;
    try {
      response = await fetch(`${this.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
        signal: this.#signal ? AbortSignal.any([this.#signal, deadline]) : deadline,
      });
    } catch (error) {
      this.#signal?.throwIfAborted();
      throw new RetryLater(`${this.url} does not answer: ${String(error)}`, 5_000);
    }
    if (response.status === 429 || response.status === 503) {
      throw new RetryLater(`answered ${response.status}`, Number(response.headers.get('retry-after') ?? 1) * 1_000);
    }
    return (await response.json()) as Body;
  }
}
