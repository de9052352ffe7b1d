import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NextRequest } from 'next/server';
import { GET as readyz } from '@/app/readyz/route';
import { startWorker } from '@/jobs/worker';
import { proxy } from '@/proxy';
import { withClient } from '@/scripts/postgres/connect';
import { forTests, startPostgres } from '@/scripts/postgres/postgres-server';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { letIn } from '@/server/http/doors/page-door';
import { configureApp } from '../support/app/app';
import { startHttpDouble } from '../support/doubles/http-double';
import { connectApi, createApiCommand } from '../support/things/api-commands';
import { createOrganizations, type MadeCommand } from '../support/things/organizations';

/** Web and worker in this process, on a Postgres server that can be stopped and started, and an API as the source. */
export interface OwnWorkspace {
  /** Commands of the API: one answers at once, one with two megabytes, and one when the test says so. */
  quick: MadeCommand;
  large: MadeCommand;
  held: MadeCommand;
  /** How many calls wait for an answer. */
  waiting(): number;
  /** Answers every call that waits. */
  answerAll(): void;
  /** Sends statements to the application's database as the superuser, each as its own transaction. */
  query(...statements: string[]): Promise<unknown[]>;
  /** What the server has logged so far. */
  databaseLog(): Promise<string>;
  /** Where pages are asked for. Those that may be rendered are empty here. */
  pagesOrigin: string;
  /** Sets the database's clock: so far from the true time, in seconds. */
  setDatabaseClock(seconds: number): Promise<void>;
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  stop(): Promise<void>;
}

/** What our statements take for `now()`: a function of this name comes before that of the system. */
const CLOCK = `
  create schema clock;
  create table clock.shift as select interval '0' as shift;
  create function clock.now() returns timestamptz language sql stable as
    $$ select pg_catalog.now() + shift from clock.shift $$;
  alter database pushboard set search_path = clock, pg_catalog, public;`;

const LARGE = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, text: 'x'.repeat(80) })));

export async function startOwnWorkspace(variables: Record<string, string> = {}): Promise<OwnWorkspace> {
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-own-'));
  // The server's user, if not ours, must be able to pass through.
  await chmod(folder, 0o755);
  const start = () => startPostgres(join(folder, 'postgres'), forTests);
  const server = await start();
  await withClient(server.superuserUrl(), (client) => client.query('create database pushboard'));
  const databaseUrl = server.throughSocket(server.superuserUrl('pushboard'));
  await applyMigrations(databaseUrl);
  await withClient(databaseUrl, (client) => client.query(CLOCK));
  const app = await configureApp(databaseUrl, variables);
  await createOrganizations();
  const calls: ServerResponse[] = [];
  const api = await startHttpDouble((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/held') calls.push(response);
    else if (request.url === '/large') response.end(LARGE);
    else response.end('{"is":"here"}');
  });
  const credsId = await connectApi(api.origin);
  const worker = await startWorker();
  const pages = await servePages();
  const query = (...statements: string[]) =>
    withClient(databaseUrl, async (client) => {
      let rows: unknown[] = [];
      for (const statement of statements) rows = (await client.query(statement)).rows;
      return rows;
    });
  return {
    quick: await createApiCommand(credsId, api.origin, '/quick'),
    large: await createApiCommand(credsId, api.origin, '/large'),
    held: await createApiCommand(credsId, api.origin, '/held'),
    waiting: () => calls.length,
    answerAll: () => {
      for (const call of calls.splice(0)) call.end('{"was":"held"}');
    },
    query,
    setDatabaseClock: async (seconds) =>
      void (await query(`update clock.shift set shift = interval '${seconds} s'`)),
    databaseLog: () => readFile(join(server.folder, 'server.log'), 'utf8'),
    pagesOrigin: pages.origin,
    stopDatabase: () => server.stop(),
    startDatabase: async () => void (await start()),
    async stop() {
      await worker.stop();
      await app.stop();
      await api.close();
      await pages.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What a probe receives. */
export async function probe(): Promise<{ status: number; body: unknown }> {
  const response = await readyz();
  return { status: response.status, body: await response.json() };
}

/** Returns what a browser gets before a page is rendered. */
async function servePages(): Promise<{ origin: string; close(): Promise<void> }> {
  return startHttpDouble(async (request, response) => {
    if (!(await letIn(request, response))) return;
    const { url, headers } = request;
    const kept = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    const page = proxy(new NextRequest(`http://localhost:3000${url}`, { headers: kept }));
    response.writeHead(page.status, Object.fromEntries(page.headers)).end(await page.text());
  });
}
