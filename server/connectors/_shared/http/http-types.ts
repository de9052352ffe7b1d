import type { ConnectorContext } from '../../types';
import type { MemoryShare } from '../memory-budget';
import type { Body } from './body';

/** A request as it leaves the socket: nothing of it is changed on the way, but for what is said below. */
export interface HttpRequest {
  method: string;
  /** Scheme, host and port, e.g. `https://api.example.com:8443`. */
  origin: string;
  /** Path and query, percent-encoded, beginning with a slash; sent byte for byte. */
  target: string;
  /** In this order, behind `host` and `connection`; the length of the body is added. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array | null;
  /** Names of headers that hold secrets, in lower case: they do not follow a redirect to another origin. */
  secretHeaders: readonly string[];
  /** The secrets in the target, as they were before they were encoded: a redirect must not lead them elsewhere. */
  secretTexts: readonly string[];
  /** Whether the body holds a secret: it goes to no other origin. */
  isBodySecret: boolean;
}

/** What bounds a call. */
export interface HttpLimits {
  /** For the whole of one attempt, from the first byte sent to the last one read. */
  timeoutMs: number;
  /** Of the answer's body, after it was decompressed. */
  maximumBytes: number;
  /** What holds the answer's body; absent for answers of a few megabytes at most. */
  memory?: MemoryShare;
}

/** Whose call it is: what it may reach, and what ends it. */
export interface HttpCall {
  guard: Pick<ConnectorContext, 'network' | 'isBuiltin'>;
  limits: HttpLimits;
  signal: AbortSignal;
}

/** An answer, read to its end. Any status is an answer. */
export interface HttpAnswer {
  status: number;
  statusText: string;
  /** Names in lower case; one that came twice is here twice. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Body;
  /** Where the answer came from, after redirects; without its query. */
  address: string;
  /** From the first attempt's beginning to the last byte. */
  durationMs: number;
  attempts: number;
  redirects: number;
}

/** The first value of a header, by its name in lower case. */
export function headerOf(answer: Pick<HttpAnswer, 'headers'>, name: string): string | null {
  return answer.headers.find(([key]) => key === name)?.[1] ?? null;
}
