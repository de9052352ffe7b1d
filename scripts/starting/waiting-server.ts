import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { ids } from '@/server/base/ids';
import { refusalResponse } from '@/server/http/responses/refusal';
import type { SchemaWait } from './run-prepare';

/**
 * Does work that a web process has to wait for, and answers at its address meanwhile: `/livez` with 200, so that what
 * watches over the process doesn't kill it, `/readyz` with 503 and what is missing, and every other path with 503. The
 * address is free again when this returns.
 *
 * @param work gets a function that it calls with what it waits for
 * @throws Error if the address can't be listened on, or what the work throws
 */
export async function answerWhileWaiting(
  { host, port }: Pick<Env, 'host' | 'port'>,
  work: (note: (wait: SchemaWait) => void) => Promise<unknown>,
): Promise<void> {
  let wait: SchemaWait = { database: false, missing: [] };
  let checkedAt = new Date();
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '/';
    // What comes next at this address is another server.
    response.setHeader('Connection', 'close');
    void send(response, answerTo(path, wait, checkedAt));
  });
  server.listen(port, host);
  await once(server, 'listening');
  try {
    await work((next) => {
      wait = next;
      checkedAt = new Date();
    });
  } finally {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
}

function answerTo(path: string, { database, missing }: SchemaWait, checkedAt: Date): Response {
  const headers = { 'Cache-Control': 'no-store' };
  if (path === '/livez' || path === '/healthz') return Response.json({ status: 'ok' }, { headers });
  if (path === '/readyz') {
    const body = {
      status: 'not ready',
      database,
      migrations: database ? missing.length === 0 : null,
      worker: false,
      missing_migrations: missing,
      troubles: [],
      checked_at: checkedAt.toISOString(),
    };
    return Response.json(body, { status: 503, headers });
  }
  const words =
    'Pushboard is starting: its database is not ready for this version yet. Try again in a moment.';
  return refusalResponse(new AppError('unavailable', words, { retryAfterSeconds: 5 }), ids.request());
}

async function send(response: ServerResponse, answer: Response): Promise<void> {
  const body = await answer.text();
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(body);
}
