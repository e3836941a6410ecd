/** A response, ready to be written. */
export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What a call in the plain form sends. */
export interface Parameters {
  query: string;
  operationName: string | null;
  variables: Record<string, unknown> | null;
}
