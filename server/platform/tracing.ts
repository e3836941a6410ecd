/** Facts of a span. Never personal data, words of a client, or amounts. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  readonly facts?: SpanFacts;
  /** Spans of other traces that this one works for. */
  readonly links?: readonly Span[];
}

/** A step of a sampled trace, from its creation to `end`. What is not sampled has no span: callers write `span?.`. */
export interface Span {
  /** Starts a step within this one. It may end later than this one. */
  child(name: string, options?: SpanOptions): Span;
  /** `failed`: it ended with an error, whose code is a fact. */
  end(facts?: SpanFacts, failed?: boolean): void;
}

/** Starts traces. Undefined services have none: tracing costs nothing where it is off. */
export interface Tracer {
  /** The first span of a trace; undefined where it is not sampled. */
  root(name: string, facts?: SpanFacts): Span | undefined;
}

let active: Span | undefined;

/**
 * Runs `work` with `span` as the cause of what happens in it synchronously: events that it publishes reach this server's
 * listeners before it returns. Nothing asynchronous inherits it.
 */
export function causing(span: Span | undefined, work: () => void): void {
  if (span === undefined) return work();
  active = span;
  try {
    work();
  } finally {
    active = undefined;
  }
}

/** The span of `causing` that is running; undefined without. */
export function activeCause(): Span | undefined {
  return active;
}
