import type { ConnectorContext } from '../../connector-context';
import type { ConnectorError } from '../connector-error';
import type { MemoryShare } from '../memory-budget';
import type { Body } from './body';

/** A request as it leaves the socket. Nothing changes it on the way, except as described below. */
export interface HttpRequest {
  method: string;
  /** Scheme, host, and port, e.g. `https://api.example.com:8443`. */
  origin: string;
  /** Path and query, percent-encoded, beginning with a slash; sent byte for byte. */
  target: string;
  /** In this order, after `host` and `connection`; the body's length is added. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array | null;
  /** Names of headers with secrets, in lower case: they don't follow a redirect to another origin. */
  secretHeaders: readonly string[];
  /** The secrets in the target, before their encoding: a redirect must not send them elsewhere. */
  secretTexts: readonly string[];
  /** Whether the body contains a secret: then it is sent to no other origin. */
  isBodySecret: boolean;
}

/** The limits of a call. */
export interface HttpLimits {
  /** For one whole attempt, from the first byte sent to the last one read. */
  timeoutMs: number;
  /** For the response's body after decompression. */
  maximumBytes: number;
  /** The memory share for the response's body; absent for responses of a few megabytes at most. */
  memory?: MemoryShare;
  /** Whether a response whose body can't be read to its end is still a response, with `interruption`. */
  keepsPart?: boolean;
  /** How often a request that may be repeated is sent at most; 3 times unless it says otherwise. */
  mostAttempts?: number;
}

/** Remembers the cookies that servers set. */
export interface Cookies {
  /** The request with the cookies for its address. */
  addTo(request: HttpRequest): HttpRequest;
  /** Takes the cookies of a response over. */
  take(request: HttpRequest, response: Pick<HttpResponse, 'headers'>): void;
}

/** Signs requests one by one, each for its own address. Only requests to the origin that was called are signed. */
export interface Signer {
  /** The request with its signature. */
  sign?(request: HttpRequest): Promise<HttpRequest>;
  /** The request with what the server asks for in its refusal (401); null if there is nothing to add. */
  answer?(request: HttpRequest, refusal: Pick<HttpResponse, 'headers'>): HttpRequest | null;
}

/** The context of a call: what it may reach, and what ends it. */
export interface HttpCall {
  /** Refuses redirects to another origin: what answers there would speak for this one. */
  staysAtOrigin?: boolean;
  guard: Pick<ConnectorContext, 'network' | 'isBuiltin'>;
  limits: HttpLimits;
  signal: AbortSignal;
  /** What servers set during earlier requests of the same run; this call adds to it. Absent for a call on its own. */
  cookies?: Cookies;
  /** Absent for a call whose request is sent as it is. */
  signer?: Signer | undefined;
}

/** Headers that were not sent to another origin, because they were entered for the first one. */
export interface Withheld {
  /** The other host. */
  host: string;
  headers: readonly string[];
}

/** A response, read to its end. Any status counts as a response. */
export interface HttpResponse {
  status: number;
  statusText: string;
  /** Names in lower case; repeated headers are repeated here. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Body;
  /** Why the body is incomplete; null if all of it was received. */
  interruption: ConnectorError | null;
  /** The method that was sent to `address`, which a redirect may have changed. */
  method: string;
  /** What redirects left out on their way; empty if nothing. */
  withheld: readonly Withheld[];
  /** The address that responded, after redirects, without its query. */
  address: string;
  /** From the first attempt's beginning to the last byte. */
  durationMs: number;
  attempts: number;
  redirects: number;
}

/** The first value of a header, by its name in lower case. */
export function headerOf(answer: Pick<HttpResponse, 'headers'>, name: string): string | null {
  return answer.headers.find(([key]) => key === name)?.[1] ?? null;
}
