import { afterAll, beforeAll, expect, it } from 'vitest';
import { curlCollection } from '@/lib/sources/curl/curl-collection';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send, sendForm } from '../../support/app/http';
import { withWorker } from '../../support/app/worker';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';
import { createOrganizations, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { runSync } from '../../support/things/runs';

withApp();
withWorker();

const as = people.orgAdmin;
let api: HttpDouble;
let arrived: { method: string; target: string; headers: Record<string, unknown>; body: string } | null;

beforeAll(async () => {
  await createOrganizations();
  api = await startHttpDouble(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url: target = '', headers } = request;
    arrived = { method, target, headers, body: Buffer.concat(chunks).toString('utf8') };
    response.setHeader('content-type', 'application/json').end('{}');
  });
});
afterAll(() => api.close());

/** Adds the request of a curl command as a command, and runs it untouched. */
async function runUntouched(curl: string): Promise<typeof arrived> {
  const files = { 'curl.json': JSON.stringify(curlCollection(curl)) };
  const uploaded = await sendForm(`/${ORG_A}/postman-upload`, files, { as });
  const [{ creds_id: credsId }] = uploaded.body as [{ creds_id: number }];
  const found = await send('POST', `/${ORG_A}/find-additions`, { as, body: { credsId } });
  const [{ cloud_id: cloudId, friendly_name: name }] = (
    found.body as { added: [{ cloud_id: string; friendly_name: string }] }
  ).added;
  const body = { cloudId, credsId, commitType: 'addition', name };
  expect((await send('POST', `/${ORG_A}/batch-commit`, { as, body })).status).toBeLessThan(300);
  const command = await prisma().command.findFirstOrThrow({ orderBy: { commandId: 'desc' } });
  arrived = null;
  const { status, body: run } = await runSync(command, {}, as);
  expect(status, JSON.stringify(run)).toBe(200);
  return arrived;
}

it.each<[string, (origin: string) => string, object]>([
  [
    'JSON',
    (origin) =>
      `curl -X PATCH ${origin}/a/7?x=1 --json '{"id": 9007199254740993, "list": [1, "2"], "none": null}'`,
    {
      method: 'PATCH',
      target: '/a/7?x=1',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: '{"id": 9007199254740993, "list": [1, "2"], "none": null}',
    },
  ],
  [
    'a form',
    (origin) => `curl ${origin}/form -H 'X-Version: 2' -d 'to=a%20b&to=%2Bc&empty='`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-version': '2' },
      body: 'to=a%20b&to=%2Bc&empty=',
    },
  ],
  [
    'a username and a password',
    (origin) => `curl -u ann:secret ${origin}/me`,
    { method: 'GET', headers: { authorization: `Basic ${btoa('ann:secret')}` }, body: '' },
  ],
  [
    'a username and a password in its address',
    (origin) => `curl ${origin.replace('//', '//ann:secret@')}/mine`,
    { method: 'GET', headers: { authorization: `Basic ${btoa('ann:secret')}` } },
  ],
  [
    'a body that it gets with',
    (origin) => `curl -X GET ${origin}/search --json '{"q": 1}'`,
    { method: 'GET', target: '/search', body: '{"q": 1}' },
  ],
  [
    'a text',
    (origin) => `curl ${origin}/text -H 'Content-Type: text/plain' --data-binary $'one\\ntwo'`,
    { headers: { 'content-type': 'text/plain' }, body: 'one\ntwo' },
  ],
])('a curl command with %s is sent as curl sends it', async (_, curlTo, sent) => {
  expect(await runUntouched(curlTo(api.origin))).toMatchObject(sent);
});
