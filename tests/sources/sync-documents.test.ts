import { beforeAll, expect, test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send, sendForm } from '../support/app/http';
import { createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import type { Commits, WireDiff, WireRow } from '../support/things/sync';

withApp();
beforeAll(createOrganizations);

const as = people.orgAdmin;

interface Uploaded {
  static_command_source_id: number;
  creds_id: number;
}

type Parameter = { name: string; type: string; required?: boolean };

/** A description with an operation per path: its id, and its query parameters. */
function description(title: string, paths: Record<string, [operationId: string, ...Parameter[]]>): string {
  const operations = Object.entries(paths).map(([path, [operationId, ...parameters]]) => {
    const declared = parameters.map(({ name, type, required = false }) => ({
      in: 'query',
      name,
      required,
      schema: { type },
    }));
    return [path, { get: { operationId, parameters: declared, responses: { 200: { description: 'OK' } } } }];
  });
  return JSON.stringify({
    openapi: '3.0.0',
    info: { title, version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: Object.fromEntries(operations),
  });
}

async function upload(text: string): Promise<Uploaded> {
  const { body } = await sendForm(`/${ORG_A}/openapi-upload`, { 'api.json': text }, { as });
  const [row] = body as Uploaded[];
  if (row === undefined) throw new Error(`Not uploaded: ${JSON.stringify(body)}`);
  return row;
}

async function lookAt({ static_command_source_id, creds_id }: Uploaded): Promise<WireDiff> {
  const body = [{ staticCommandSourceId: static_command_source_id, credsId: creds_id }];
  return (await send('POST', `/${ORG_A}/bulk-diff`, { as, body })).body as WireDiff;
}

async function commit(source: Uploaded, rows: readonly WireRow[], commitType: string) {
  const body = rows.map(({ cloud_id, revision }) => ({
    cloudId: cloud_id,
    credsId: source.creds_id,
    staticCommandSourceId: source.static_command_source_id,
    commitType,
    ...(revision === null ? {} : { revision }),
  }));
  return ((await send('POST', `/${ORG_A}/batch-commit`, { as, body })).body as Commits).commits;
}

const limit = { name: 'limit', type: 'integer' };

test('a newer version of a description is synced like changes of a database', async () => {
  const first = description('Shop', {
    '/orders': ['listOrders', limit],
    '/customers': ['listCustomers', limit],
    '/old': ['old'],
  });
  const source = await upload(first);
  const added = await commit(source, (await lookAt(source)).added, 'addition');
  expect(added.map(({ error }) => error)).toEqual([null, null, null]);
  const [orders] = added;
  const commandId = orders?.command_instances[0]?.kit_id ?? 0;
  const input = await prisma().commandInput.findFirstOrThrow({ where: { commandId } });
  const target = `/${ORG_A}/kits/${commandId}/li-inputs/${input.inputId}`;
  await send('PATCH', target, { as, body: { displayValue: 'At most', defaultValue: 50 } });

  // Another path with the same operationId, another parameter; one unchanged; one gone; one new.
  const again = await upload(
    description('Shop', {
      '/v2/orders': ['listOrders', limit, { name: 'status', type: 'string', required: true }],
      '/customers': ['listCustomers', limit],
      '/new': ['fresh'],
    }),
  );
  expect(again).toMatchObject({ static_command_source_id: source.static_command_source_id });
  const diff = await lookAt(source);
  expect(diff.modified).toMatchObject([
    {
      cloud_id: 'api::get::/v2/orders',
      previous_cloud_id: 'api::get::/orders',
      kit_id: commandId,
      changes: [
        { change: 'name' },
        { key: 'query.status', change: 'added', after: { treatment: 'required' } },
      ],
    },
  ]);
  expect(diff.already_added.map(({ cloud_id }) => cloud_id)).toEqual(['api::get::/customers']);
  expect(diff.deleted.map(({ cloud_id }) => cloud_id)).toEqual(['api::get::/old']);
  expect(diff.added.map(({ cloud_id }) => cloud_id)).toEqual(['api::get::/new']);

  expect(await commit(source, diff.modified, 'update')).toMatchObject([{ error: null }]);
  expect(await commit(source, diff.deleted, 'deletion')).toMatchObject([{ error: null }]);
  const afterward = await lookAt(source);
  expect([afterward.modified, afterward.deleted]).toEqual([[], []]);
  expect(await prisma().commandInput.findUnique({ where: { inputId: input.inputId } })).toMatchObject({
    displayName: 'At most',
    defaultValue: 50,
    defaultValueSource: 'user',
  });

  // The first version again: the deleted operation can be restored.
  await upload(first);
  expect((await lookAt(source)).undeleted.map(({ cloud_id }) => cloud_id)).toEqual(['api::get::/old']);
});

test('one description of several is compared alone', async () => {
  const one = await upload(description('One', { '/one': ['one'] }));
  const two = await upload(description('Two', { '/two': ['two'] }));
  expect((await lookAt(one)).added.map(({ cloud_id }) => cloud_id)).toEqual(['api::get::/one']);
  expect((await lookAt({ ...one, static_command_source_id: two.static_command_source_id })).added).toEqual(
    [],
  );
});

test('a description of a thousand operations is compared and synced completely, and then nothing has changed', async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 1000 }, (_, i) => [`/thing/${i}`, [`thing${i}`, limit] as [string, Parameter]]),
  );
  const source = await upload(description('Large', paths));
  const { added } = await lookAt(source);
  expect(added).toHaveLength(1000);
  const commits = await commit(source, added, 'addition');
  expect(commits.filter(({ error }) => error !== null)).toEqual([]);
  const { already_added, modified } = await lookAt(source);
  expect([already_added.length, modified.length]).toEqual([1000, 0]);
});
