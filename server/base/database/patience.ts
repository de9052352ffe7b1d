import { AsyncLocalStorage } from 'node:async_hooks';
import { env } from '@/server/base/env';

/** Work that nobody waits for may ask for more in one statement: for the deletion of what gathered in a month, say. */
const UNHURRIED_MS = 10 * 60 * 1000;
/** The longest that opening a connection may take. */
const CONNECT_MS = 10_000;
/** The network is asked whether the other side is there when it has been silent for this long. */
const SILENT_MS = 10_000;

const patience = new AsyncLocalStorage<number>();

/** How long a statement of the current work may take, in milliseconds. */
export const statementLimitMs = (): number => patience.getStore() ?? env().databaseStatementMs;

/** Does work that nobody waits for, whose statements may take long. */
export const unhurried = <T>(work: () => Promise<T>): Promise<T> =>
  patience.run(Math.max(UNHURRIED_MS, env().databaseStatementMs), work);

/** What each of our own connections has: a server that is silent, or a network that drops everything, ends it. */
export const deadlines = (): {
  connectionTimeoutMillis: number;
  query_timeout: number;
  keepAlive: boolean;
  keepAliveInitialDelayMillis: number;
} => ({
  connectionTimeoutMillis: Math.min(CONNECT_MS, env().databaseStatementMs),
  query_timeout: env().databaseStatementMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: SILENT_MS,
});
