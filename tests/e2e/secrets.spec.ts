import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from './support/journey';
import { people } from './support/people';

/** An organisation that no other journey goes through. */
const ORG = 'northwind';

/** Every sign that one of the encodings would write in another way. */
const CANARY = 'canary+/=%"\\é 4f9a1c7e2b8d';

/** What a secret looks like when it gets out: as it is, and as URLs, JSON, base64 (at each offset) and hex hold it. */
function disguises(secret: string): Map<string, Buffer> {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    // The first and last letters hold bits of what stands beside.
    return [`base64, offset ${offset}`, shifted.slice(offset === 0 ? 0 : 4, -4)] as const;
  });
  const texts: [string, string][] = [
    ['raw', secret],
    ['URL', encodeURIComponent(secret)],
    ['JSON', JSON.stringify(secret).slice(1, -1)],
    ['hex', bytes.toString('hex')],
    ...base64.map(([name, text]): [string, string] => [name, text]),
  ];
  return new Map(texts.map(([name, text]) => [name, Buffer.from(text)]));
}

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

/** Where a secret shows in any disguise: `file: disguise`. */
function leaks(folder: string, secret: string): string[] {
  const found: string[] = [];
  const looked = disguises(secret);
  for (const path of filesBelow(folder)) {
    const content = readFileSync(path);
    for (const [name, bytes] of looked) if (content.includes(bytes)) found.push(`${path}: ${name}`);
  }
  return found;
}

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
