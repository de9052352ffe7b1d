import type { ExactConnection } from './exact-connection';

interface Idle {
  session: ExactConnection;
  timer: NodeJS.Timeout;
}

/** The sessions of one credential in this process. */
export interface SessionPool {
  credsId: number;
  credsVersion: number;
  /** Sessions in use, or being opened. */
  used: number;
  idle: Idle[];
  waiting: (() => void)[];
  isClosed: boolean;
}

declare global {
  // Modules are loaded once per bundle layer of the web server; sessions are shared between the layers.
  var pushboardMssqlPools: Map<string, SessionPool> | undefined;
}

/** Every pool of this process, by credential and settings. */
export function pools(): Map<string, SessionPool> {
  globalThis.pushboardMssqlPools ??= new Map();
  return globalThis.pushboardMssqlPools;
}

/** Whether a session was ever opened. */
export const hasPools = (): boolean => globalThis.pushboardMssqlPools !== undefined;
