import type { DeskStore } from './desk-store';
import type { Desk } from './ticket';

/** A request that was let in, with what it is about. */
export interface Call {
  request: Request;
  query: Readonly<Record<string, string>>;
  /** What stands for the `{names}` of the path. */
  params: Readonly<Record<string, string>>;
  /** Whose desk it is: a sandbox's. */
  owner: string;
  desk: Desk;
  store: DeskStore;
}

export type Handler = (call: Call) => Response | Promise<Response>;
