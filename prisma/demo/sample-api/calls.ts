import type { DeskStore } from './desk-store';
import type { Desk } from './ticket';

/** An authorized request. */
export interface Call {
  request: Request;
  query: Readonly<Record<string, string>>;
  /** The values of the path's `{names}`. */
  params: Readonly<Record<string, string>>;
  /** The desk of the caller's sandbox. */
  owner: string;
  desk: Desk;
  store: DeskStore;
}

export type Handler = (call: Call) => Response | Promise<Response>;
