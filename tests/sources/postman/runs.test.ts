import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send, sendForm } from '../../support/app/http';
import { withWorker } from '../../support/app/worker';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { readRun, runSync } from '../../support/things/runs';
import { comparable, type SentRequest } from './untouched';

withApp();
withWorker();
const read = (file: string): string => readFileSync(`tests/sources/postman/${file}`, 'utf8');
const recorded: SentRequest[] = JSON.parse(read('as-sent.json'));

let api: HttpDouble;
let arrived: SentRequest[] = [];
const commands = new Map<string, MadeCommand>();
const as = people.orgAdmin;

/** Imports the collection with its requests at this machine, and adds all of them. */
beforeAll(async () => {
  await createOrganizations();
  api = await startHttpDouble(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers: [string, string][] = [];
    for (let at = 0; at < request.rawHeaders.length; at += 2)
      headers.push([request.rawHeaders[at] ?? '', request.rawHeaders[at + 1] ?? '']);
    const { method = '', url: target = '' } = request;
    arrived.push({ name: '', method, target, headers, body: Buffer.concat(chunks).toString('utf8') });
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  });
  const port = new URL(api.origin).port;
  const collection = JSON.parse(read('requests.postman.json'), (key, value) => {
    if (key === 'host') return ['127', '0', '0', '1'];
    if (key === 'protocol') return 'http';
    return typeof value === 'string' ? value.replace('https://api.example.com', api.origin) : value;
  });
  for (const { request } of collection.item) if (typeof request.url === 'object') request.url.port = port;
  const files = { 'requests.json': JSON.stringify(collection) };
  const uploaded = await sendForm(`/${ORG_A}/postman-upload`, files, { as });
  const [{ creds_id: credsId }] = uploaded.body as [{ creds_id: number }];
  const found = await send('POST', `/${ORG_A}/find-additions`, { as, body: { credsId } });
  const { added } = found.body as { added: { cloud_id: string; friendly_name: string }[] };
  for (const { cloud_id: cloudId, friendly_name: name } of added) {
    await send('POST', `/${ORG_A}/batch-commit`, {
      as,
      body: { cloudId, credsId, commitType: 'addition', name },
    });
    const { templateId } = await prisma().template.findFirstOrThrow({ where: { cloudId } });
    const { commandId } = await prisma().command.findFirstOrThrow({ where: { templateId } });
    commands.set(name, { commandId, templateId });
  }
});
afterAll(() => api.close());

async function run(name: string, values: Record<string, JsonValue> = {}): Promise<SentRequest | undefined> {
  arrived = [];
  const command = commands.get(name);
  if (command === undefined) throw new Error(`No command is named ${name}`);
  const { status, body } = await runSync(command, values, as);
  expect(status, JSON.stringify(body)).toBe(200);
  const [one] = arrived;
  return one && { ...comparable(one), name };
}

it('a run of each request with no values sends what Postman sends, to the byte', async () => {
  expect(commands.size).toBe(recorded.length);
  for (const expected of recorded) {
    const asked = expected.name === 'JSON with variables of the collection';
    expect(await run(expected.name, asked ? { 'variable.unset': '{{unset}}' } : {})).toEqual(expected);
  }
});

it('what is changed is sent as changed, and the rest as it is written', async () => {
  const name = 'JSON with its own digits, spaces, and order';
  const sent = await run(name, { 'body.a': '9007199254740995', 'body.list': '' });
  expect(sent?.body).toBe(
    '{\n  "z" : 1.10,\n  "a": 9007199254740995 , "e":1E5,\n\t"neg": -0.0, "deep": {"y": 1, "x": [ ]}\n}\n',
  );
});

it('null, an empty text, and nothing are three things', async () => {
  const name = 'JSON with null, an empty text, and empty things';
  const own = { 'body.list': '', 'body.object': '', 'body.no': '', 'body.zero': '' };
  expect((await run(name, own))?.body).toBe('{"nothing": null, "empty": ""}');
  expect((await run(name, { ...own, 'body.nothing': 'x', 'body.empty': null, 'body.list': [] }))?.body).toBe(
    '{"nothing": "x", "empty": null, "list": []}',
  );
});

it('the history shows what was sent', async () => {
  const command = commands.get('everything that a request says');
  if (command === undefined) throw new Error('The command is missing');
  const { body } = await runSync(command, {}, as);
  const { body: read } = await readRun(command, (body as { run_id: number }).run_id, as);
  expect(read).toMatchObject({
    runrams: { 'query.limit': '5', 'header.X-Version': '2', 'body.name': 'Ann', 'body.n': 1 },
  });
});
