import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A response in the shape that the test expects. */
// oxlint-disable-next-line typescript/no-explicit-any
type Body = Record<string, any>;

export interface RestAnswer {
  status: number;
  body: Body;
  headers: Headers;
}

export interface RestCall {
  body?: unknown;
  query?: Record<string, string>;
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Another server than the one whose document is used. */
  at?: string;
}

/** The parts of the API's description that tests use. */
export interface DocumentedOperation {
  operationId: string;
  method: string;
  path: string;
  tag: string;
  public: boolean;
  idempotent: boolean;
  /** By status, the codes of its errors; none for 200. */
  statuses: Map<number, string[]>;
  /** Body and query, each with the names of the required fields and the document's example. */
  body: DocumentedInput | undefined;
  query: DocumentedInput | undefined;
}

export interface DocumentedInput {
  required: string[];
  properties: Record<string, Body>;
  example: Body;
}

/** Calls the REST API of a server, and validates every response against the server's own OpenAPI document. */
export class DocumentedApi {
  readonly operations: readonly DocumentedOperation[];
  /** `operationId status code` of every answer so far. */
  readonly reached = new Set<string>();
  readonly #url: string;
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });

  private constructor(url: string, document: Body) {
    this.#url = url;
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(document, 'api');
    this.operations = describedOperations(document);
  }

  static async of({ url }: { url: string }): Promise<DocumentedApi> {
    const response = await fetch(`${url}/openapi.json`);
    return new DocumentedApi(url, (await response.json()) as Body);
  }

  operation(operationId: string): DocumentedOperation {
    const found = this.operations.find((each) => each.operationId === operationId);
    if (found === undefined) throw new Error(`the API has no operation ${operationId}`);
    return found;
  }

  /** Calls an operation. Throws, printing request and response, when the response doesn't match the description. */
  async call(operationId: string, { body, query, token, headers, at = this.#url }: RestCall = {}): Promise<RestAnswer> {
    const { method, path } = this.operation(operationId);
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
    const response = await fetch(`${at}${path}${search}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = { status: response.status, body: JSON.parse(text) as Body, headers: response.headers };
    const problem = this.#problem(operationId, answer);
    if (problem !== undefined) {
      throw new Error(
        `${method} ${path}${search} ${JSON.stringify(body)}\nanswered ${answer.status} ${text}\n${problem}`,
      );
    }
    this.reached.add(`${operationId} ${answer.status} ${answer.body['code'] ?? ''}`.trim());
    return answer;
  }

  /** The same, but the status must be 200. */
  async succeed(operationId: string, call: RestCall = {}): Promise<Body> {
    const { status, body } = await this.call(operationId, call);
    if (status !== 200)
      throw new Error(`${operationId} ${JSON.stringify(call)} answered ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** Documented answers of an operation that no call has produced yet. */
  unreached(tag: string): string[] {
    const expected = this.operations
      .filter((each) => each.tag === tag)
      .flatMap(({ operationId, statuses }) =>
        [...statuses].flatMap(([status, codes]) =>
          codes.length === 0 ? [`${operationId} ${status}`] : codes.map((code) => `${operationId} ${status} ${code}`),
        ),
      );
    return expected.filter((each) => !this.reached.has(each));
  }

  #problem(operationId: string, { status, body, headers }: RestAnswer): string | undefined {
    const { statuses } = this.operation(operationId);
    const codes = statuses.get(status);
    if (codes === undefined) return `the document has no ${status} for it`;
    if (!headers.get('content-type')?.startsWith('application/json')) return 'it is not JSON';
    if (status !== 200 && !codes.includes(body['code'] as string)) return `the document has no ${body['code']} for it`;
    const name = status === 200 ? `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Answer` : 'Error';
    const validate = this.#validator(name);
    return validate(body) ? undefined : this.#ajv.errorsText(validate.errors);
  }

  #validator(name: string): ValidateFunction {
    const known = this.#validators.get(name);
    if (known !== undefined) return known;
    const made = this.#ajv.compile({ $ref: `api#/components/schemas/${name}` });
    this.#validators.set(name, made);
    return made;
  }
}

/** The operations of an OpenAPI document. */
export function describedOperations(document: Body): DocumentedOperation[] {
  return Object.entries(document['paths'] as Record<string, Record<string, Body>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describeOperation(document, path, method, operation)),
  );
}

function describeOperation(document: Body, path: string, method: string, operation: Body): DocumentedOperation {
  const parameters = operation['parameters'] as Body[];
  const query = parameters.filter((each) => each['in'] === 'query');
  return {
    operationId: operation['operationId'],
    method: method.toUpperCase(),
    path,
    tag: operation['tags'][0],
    public: operation['security'].length === 0,
    idempotent: parameters.some(({ name }) => name === 'Idempotency-Key'),
    statuses: new Map(
      Object.entries(operation['responses'] as Record<string, Body>).map(([status, { content }]) => [
        Number(status),
        Object.keys((content['application/json'].examples as Body | undefined) ?? {}),
      ]),
    ),
    body: describeBody(document, operation['requestBody']),
    query:
      query.length === 0
        ? undefined
        : {
            required: query.filter(({ required }) => required).map(({ name }) => name),
            properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
            example: Object.fromEntries(query.map(({ name, example }) => [name, String(example)])),
          },
  };
}

function describeBody(document: Body, requestBody: Body | undefined): DocumentedInput | undefined {
  if (requestBody === undefined) return undefined;
  const { schema, example } = requestBody['content']['application/json'];
  const { required = [], properties } = document['components'].schemas[schema.$ref.split('/').at(-1)];
  return { required, properties, example };
}
