import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from './support/journey';
import { disguises, leaks } from './support/leaks';
import { people } from './support/people';

/** An organisation that no other journey goes through. */
const ORG = 'northwind';

/** Every sign that one of the encodings would write in another way. */
const CANARY = 'canary+/=%"\\é 4f9a1c7e2b8d';

test.use({ as: 'stranger' });

test('S52 a password is nowhere to be found: database files, logs, results, answers, browser', async ({
  page,
  request,
}) => {
  const headers = { 'x-demo-user-id': people.stranger };
  const base = `/api/v1/${ORG}`;
  const said: string[] = [];
  const ask = async (method: string, path: string, data?: object) => {
    const response = await request.fetch(base + path, { method, headers, ...(data ? { data } : {}) });
    said.push(await response.text(), JSON.stringify(response.headers()));
    return response;
  };
  const db = {
    databaseSystem: 'postgres',
    host: '127.0.0.1',
    port: 9,
    databaseName: 'x',
    username: 'somebody',
    password: CANARY,
    tls: { mode: 'disable' },
  };
  const body = {
    orgId: ORG,
    credType: 'db',
    name: 'Canary',
    syncs: true,
    runs: true,
    stores: false,
    db,
  };
  // Refused, saved all the same, looked at, used in vain, and sent in a body that is none.
  expect((await ask('POST', '/creds', body)).status()).toBe(422);
  const saved = await ask('POST', '/creds?force=true', body);
  expect(saved.ok()).toBe(true);
  const { creds_id: credsId } = await saved.json();
  await ask('GET', '/creds');
  await ask('GET', `/creds/${credsId}`);
  await ask('POST', '/find-additions', { credsId });
  await ask('POST', '/batch-commit', {
    cloudId: `db::postgres::${credsId}::a.b()`,
    credsId,
    commitType: 'addition',
  });
  await ask('POST', '/creds', { ...body, db: { ...db, port: 'none', passwrod: CANARY } });
  await ask('POST', '/creds', { ...body, db: { ...db, databaseName: `${CANARY}\0` } });

  await page.goto(`/${ORG}/commands`);
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );

  for (const [name, bytes] of disguises(CANARY)) {
    expect(
      [...said, stored].filter((text) => Buffer.from(text).includes(bytes)),
      name,
    ).toEqual([]);
  }
  const dataDir = process.env.DATA_DIR ?? '';
  expect(statSync(join(dataDir, 'logs')).isDirectory()).toBe(true);
  expect(leaks(dataDir, CANARY)).toEqual([]);
});

test('S52 the search for secrets does find one', () => {
  const hidden = Buffer.from(`{"x":"${Buffer.from(`ab${CANARY}cd`).toString('base64')}"}`);
  expect([...disguises(CANARY)].filter(([, bytes]) => hidden.includes(bytes)).map(([name]) => name)).toEqual([
    'base64, offset 2',
  ]);
});
