import { beforeAll, expect, test } from 'vitest';
import { prisma } from '@/server/prisma';
import { withApp } from '../support/app';
import { send, sendForm } from '../support/http';
import { createOrganisations, ORG_A } from '../support/organisations';
import { people } from '../support/people';

withApp();
beforeAll(() => createOrganisations());

const as = people.orgAdmin;

interface Uploaded {
  static_command_source_id: number;
  creds_id: number;
}

interface Row {
  cloud_id: string;
  friendly_name: string;
  warning_tag: string | null;
}

async function upload(title: string, paths: object): Promise<Uploaded> {
  const text = JSON.stringify({
    openapi: '3.0.3',
    info: { title, version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths,
  });
  const { body } = await sendForm(`/${ORG_A}/openapi-upload`, { 'api.json': text }, { as });
  const [row] = body as Uploaded[];
  if (row === undefined) throw new Error(`Not uploaded: ${JSON.stringify(body)}`);
  return row;
}

async function additionsOf({ creds_id: credsId }: Uploaded): Promise<Row[]> {
  const { body } = await send('POST', `/${ORG_A}/find-additions`, { as, body: { credsId } });
  return (body as { added: Row[] }).added;
}

async function commit({ creds_id: credsId }: Uploaded, rows: object[]) {
  const { body } = await send('POST', `/${ORG_A}/batch-commit`, {
    as,
    body: rows.map((row) => ({ commitType: 'addition', credsId, ...row })),
  });
  return (body as { commits: { error: string | null; command_instances: { kit_id: number }[] }[] }).commits;
}

const answers = { responses: {} };

test('an operation that changes data is marked so, and no sync marks it again over its engineer', async () => {
  const described = (summary: string) => ({
    '/pets': { get: answers, post: { ...answers, description: summary } },
    '/pets/search': { post: answers },
    '/pets/{id}': { delete: { ...answers, description: summary }, put: answers },
  });
  const source = await upload('Marked', described('First'));
  const additions = await additionsOf(source);
  expect(Object.fromEntries(additions.map((row) => [row.cloud_id, row.warning_tag]))).toEqual({
    'api::get::/pets': null,
    'api::post::/pets': 'creates_data',
    'api::post::/pets/search': null,
    'api::delete::/pets/{id}': 'updates_data',
    'api::put::/pets/{id}': 'updates_data',
  });
  const [made] = await commit(source, [{ cloudId: 'api::delete::/pets/{id}' }]);
  const commandId = made?.command_instances[0]?.kit_id ?? 0;
  const { templateId } = await prisma().command.findUniqueOrThrow({ where: { commandId } });
  const tagOf = async () => (await prisma().template.findUniqueOrThrow({ where: { templateId } })).warningTag;
  expect(await tagOf()).toBe('updates_data');

  const cleared = await send('PATCH', `/${ORG_A}/command-templates/${templateId}`, {
    as,
    body: { warningTag: null },
  });
  expect(cleared.status).toBe(204);
  await upload('Marked', described('Second'));
  expect(await commit(source, [{ cloudId: 'api::delete::/pets/{id}', commitType: 'update' }])).toMatchObject([
    { error: null },
  ]);
  expect(await tagOf()).toBeNull();
});
