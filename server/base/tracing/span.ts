export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work to trace. Names and attributes hold ids and kinds, never values, texts, or addresses. */
export interface SpanStart {
  name: string;
  /** Whether it answers a caller, does what was put in line, or calls something else. */
  kind: 'server' | 'consumer' | 'client';
  attributes?: Attributes;
  /**
   * What led to it, in the format of the header `traceparent`; null if nothing did. Without this, it belongs to the work
   * that surrounds it.
   */
  parent?: string | null;
}

/** Work in progress. */
export interface Span {
  set(attributes: Attributes): void;
  /** Says that the work failed, and why in a word. */
  fail(reason: string): void;
}

/** Where spans go. */
export interface Tracing {
  during<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>;
  past(start: SpanStart, startedAt: Date, endedAt: Date): void;
  current(): string | null;
  /** Sends what was not sent yet. */
  flush(): Promise<void>;
}
