import { expect } from 'vitest';
import type { ServerCheck, ServerCheckResult } from '@/lib/contract/diagnostics/server';
import { operatorCookie } from '@/server/people/sign-in/operator/operator-session';
import { send } from './http';

/** Asks for a part of the server as its operator. */
export async function askServer(part: ServerCheck): Promise<ServerCheckResult> {
  const cookie = operatorCookie().split(';')[0] ?? '';
  const { status, body } = await send('GET', `/diagnostics/server/${part}`, { headers: { cookie } });
  expect(status).toBe(200);
  return body as ServerCheckResult;
}

/** The rows of all tables that begin with this cell. */
export const rowsOf = ({ tables }: ServerCheckResult, first: string): string[][] =>
  tables.flatMap(({ rows }) => rows).filter(([name]) => name === first);
