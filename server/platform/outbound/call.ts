export interface OutboundRequest {
  /** An https address; an http one only with `allowHttp`. */
  readonly url: string;
  /** For answers that are verified whatever carried them, by a signature. */
  readonly allowHttp?: boolean;
  /** Default: GET. */
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** An answer with a longer body is refused. */
  readonly maxBodyBytes: number;
  /** From the call until the answer is complete, with name lookup, connection and TLS. */
  readonly totalMs: number;
  /** Between two arrivals of bytes of the body. */
  readonly silenceMs: number;
  readonly signal?: AbortSignal;
}

export interface OutboundAnswer {
  /** 200 and above, but no redirect. */
  readonly status: number;
  readonly text: string;
}
