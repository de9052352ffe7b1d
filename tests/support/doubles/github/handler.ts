import type { IncomingHttpHeaders } from 'node:http';
import type { Repository } from './repository';

/** What answers may need of the double itself. */
export interface DoubleState {
  readonly origin: string;
  /** Another host, as GitHub's files have: no token is sent there. */
  readonly downloadOrigin: string;
  /** Files to download without a token, by an address that only the redirect knows. */
  readonly downloads: Map<string, Buffer>;
  /** How many entries the recursive listing of a tree has at most. */
  mostTreeEntries: number;
}

/** A request of a known operation, from a person who may make it. */
export interface DoubleRequest {
  double: DoubleState;
  repository: Repository;
  params: Record<string, string>;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

export interface DoubleAnswer {
  status: number;
  body?: unknown;
  /** Instead of JSON. */
  bytes?: Buffer;
  headers?: Record<string, string>;
}

export type Handler = (request: DoubleRequest) => DoubleAnswer | Promise<DoubleAnswer>;
