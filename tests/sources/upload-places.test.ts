import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { readerPlaces } from '@/server/connections/reader-places';
import { uploadPlaces } from '@/server/http/requests/upload-places';
import { withApp } from '../support/app/app';
import { sendForm, sendRaw } from '../support/app/http';
import { createOrganizations, ORG_A, ORG_B } from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();
beforeAll(() => createOrganizations());

const description = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Places', version: '1' },
  servers: [{ url: 'https://api.example' }],
  paths: { '/x': { get: { responses: { 200: { description: 'ok' } } } } },
});

/** Nested aliases, which are read at once and checked for longer than people wait. */
function endless(): string {
  const levels = Array.from({ length: 40 }, (_, level) => {
    const members = [...'abcdefghij'].map((key) => `${key}: *l${level - 1}`).join(', ');
    return level === 0
      ? '  l0: &l0 {type: string}'
      : `  l${level}: &l${level} {type: object, properties: {${members}}}`;
  });
  const schema = '{content: {application/json: {schema: *l39}}}';
  return `openapi: 3.0.3\ninfo: {title: Endless, version: '1'}\nx-levels:\n${levels.join('\n')}\npaths:\n  /x:\n    post:\n      responses: {}\n      requestBody: ${schema}\n`;
}

/** The readers that this process has begun and that are still there. */
function readersAtWork(): number[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const parent = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${entry}/status`, 'utf8'))?.[1]);
      const isReader = readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes('reader.mjs');
      return parent === process.pid && isReader ? [Number(entry)] : [];
    } catch {
      // It ended while we looked.
      return [];
    }
  });
}

test('S67 a reader ends with the request that asked for it, and its place is free', async () => {
  const caller = new AbortController();
  const body = new FormData();
  body.append('file', new File([endless()], 'endless.yaml'));
  const sent = sendRaw('POST', `/${ORG_A}/openapi-upload`, {
    as: people.orgAdmin,
    body,
    signal: caller.signal,
  });
  await vi.waitUntil(() => readersAtWork().length === 1, { timeout: 120_000 });
  caller.abort();
  const answer = await sent;
  expect(answer.status).toBeGreaterThanOrEqual(400);
  await vi.waitUntil(() => readersAtWork().length === 0, { timeout: 120_000 });
  const leave = await readerPlaces().take({ orgId: ORG_A, userId: null }, new AbortController().signal);
  leave();
});

test('S67 an organization with too many uploads is told so, and another one is served', async () => {
  const leaves = [1, 2, 3].map(() => uploadPlaces().admit(ORG_A, 'ben'));
  const upload = (orgId: string, as: string) =>
    sendForm(`/${orgId}/openapi-upload`, { 'a.json': description }, { as });
  const refused = await upload(ORG_A, people.orgAdmin);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('10');
  expect(JSON.stringify(refused.body)).toMatch(/upload again/);
  expect((await upload(ORG_B, people.orgAdminB)).body).toMatchObject([{ operations: 1 }]);
  for (const leave of leaves) leave();
  expect((await upload(ORG_A, people.orgAdmin)).status).toBe(200);
});

test('S67 of many uploads at once no more than two are read, and each is answered', async () => {
  let most = 0;
  let isOver = false;
  const files = Object.fromEntries(
    [1, 2, 3].map((at) => [`${at}.json`, description.replace('Places', `Places ${at}`)]),
  );
  const uploads = Promise.all(
    [
      [ORG_A, people.orgAdmin],
      [ORG_A, people.orgAdmin],
      [ORG_B, people.orgAdminB],
    ].map(([orgId, as = '']) => sendForm(`/${orgId}/openapi-upload`, files, { as })),
  ).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    most = Math.max(most, readersAtWork().length);
    // A reader works for longer than this, and looking without a pause would take the processor from it.
    await pause(20);
  }
  expect((await uploads).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(2);
  expect(await prisma().staticCommandSource.count({ where: { title: { startsWith: 'Places ' } } })).toBe(6);
});
