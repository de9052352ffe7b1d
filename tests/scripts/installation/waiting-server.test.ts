import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '@/scripts/starting/free-port';
import { runPrepare } from '@/scripts/starting/run-prepare';
import { answerWhileWaiting } from '@/scripts/starting/waiting-server';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { migrationsFolder, readMigrations } from '@/server/base/schema/migration-files';
import { type AppDatabase, createUnmigratedDatabase } from '../../support/app/database';

let database: AppDatabase;
beforeEach(async () => {
  const { ensurePrograms } = await import(pathToFileURL('scripts/building/build.mjs').href);
  await ensurePrograms();
  database = await createUnmigratedDatabase();
}, 60_000);
afterEach(() => database.drop());

const variables = () => ({
  AUTH_MODE: 'hosted',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'pushboard@example.com',
  APP_URL: 'http://localhost:3000',
  DATABASE_URL: database.ownerUrl,
  DATABASE_DIRECT_URL: database.ownerUrl,
  DATABASE_OWNER_URL: '',
  ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
});

it('a web process that waits for the schema is alive, says what is missing, and refuses everything else', async () => {
  const port = await freePort();
  const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
  // As `npm start -- web` calls it, without the build before it.
  const program = pathToFileURL('.build/serve-role.mjs').href;
  const code = `const { serveRole } = await import('${program}');
    await serveRole({ role: 'web', progress: { step: (title, work) => work() } });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      ...variables(),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const readiness = () => ask('/readyz').then((answer) => answer.json());
  await expect
    .poll(() => readiness().catch(() => undefined), { timeout: 30_000 })
    .toMatchObject({ database: true });

  expect((await ask('/livez')).status).toBe(200);
  expect((await ask('/healthz')).status).toBe(200);
  expect((await ask('/readyz?verbose')).status).toBe(503);
  expect(await readiness()).toEqual({
    status: 'not ready',
    database: true,
    migrations: false,
    worker: false,
    missing_migrations: readMigrations().map(({ name }) => name),
    troubles: [],
    checked_at: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  const refused = await ask('/api/v1/users/me', 'POST');
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
  expect(await refused.json()).toEqual({
    error: {
      code: 'unavailable',
      message: expect.stringContaining('Pushboard is starting'),
      request_id: refused.headers.get('X-Request-Id'),
    },
  });
  expect((await ask('/')).status).toBe(503);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
}, 90_000);

it('its address is free for the web server once the schema is there', async () => {
  const address = { host: '127.0.0.1', port: await freePort() };
  const ask = () => fetch(`http://127.0.0.1:${address.port}/livez`);
  const waiting = answerWhileWaiting(address, (note) => runPrepare(variables(), 'wait', undefined, note));
  await expect.poll(() => ask().catch(() => undefined)).toMatchObject({ status: 200 });
  await applyMigrations(database.ownerUrl, migrationsFolder);
  await waiting;
  await expect(ask()).rejects.toThrow();
}, 90_000);

it('a start that fails frees the address', async () => {
  const address = { host: '127.0.0.1', port: await freePort() };
  const failing = () => answerWhileWaiting(address, () => Promise.reject(new Error('The keys are others.')));
  await expect(failing()).rejects.toThrow('The keys are others.');
  await expect(failing()).rejects.toThrow('The keys are others.');
});
