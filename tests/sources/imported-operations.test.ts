import { beforeAll, expect, test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send, sendForm } from '../support/app/http';
import { createOrganizations, ORG_A, ORG_B } from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();
beforeAll(() => createOrganizations());

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

test('an operation that changes data is marked so, and no sync marks it again after its engineer unmarked it', async () => {
  const described = (summary: string) => ({
    '/pets': { get: answers, post: { ...answers, description: summary } },
    '/pets/search': { post: answers },
    '/pets/{id}': { delete: { ...answers, description: summary }, put: answers },
  });
  const source = await upload('Marked', described('First'));
  const additions = await additionsOf(source);
  expect(Object.fromEntries(additions.map((row) => [row.cloud_id, row.warning_tag]))).toEqual({
    'api::get::/pets': 'safe',
    'api::post::/pets': 'creates_data',
    'api::post::/pets/search': 'safe',
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

test('added commands go into the named folder, which requires an engineer of it', async () => {
  const tagged = (tag: string) => ({ ...answers, tags: [tag, 'other'] });
  const source = await upload('Tagged', {
    '/cats': { get: tagged('Cats') },
    '/dogs': { get: tagged('Dogs') },
  });
  const { body } = await send('POST', `/${ORG_A}/find-additions`, { as, body: { credsId: source.creds_id } });
  expect((body as { added: object[] }).added).toMatchObject([
    { source_folder: 'Cats', source_title: 'Tagged' },
    { source_folder: 'Dogs', source_title: 'Tagged' },
  ]);
  const folder = await send('POST', `/${ORG_A}/directories`, { as, body: { name: 'Cats', orgId: ORG_A } });
  const directoryId = (folder.body as { directory_id: number }).directory_id;
  const commits = await commit(source, [
    { cloudId: 'api::get::/cats', directoryId },
    { cloudId: 'api::get::/dogs', directoryId: 2_000_000 },
  ]);
  expect(commits).toMatchObject([{ error: null }, { error: expect.stringMatching(/Choose another one/) }]);
  const commandId = commits[0]?.command_instances[0]?.kit_id ?? 0;
  expect(await prisma().command.findUnique({ where: { commandId } })).toMatchObject({
    folderId: directoryId,
  });
});

test("S02 another organization's folder takes no commands", async () => {
  const theirs = await send('POST', `/${ORG_B}/directories`, {
    as: people.orgAdminB,
    body: { name: 'Theirs', orgId: ORG_B },
  });
  const { directory_id: directoryId } = theirs.body as { directory_id: number };
  const source = await upload('Foreign', { '/x': { get: answers } });
  expect(await commit(source, [{ cloudId: 'api::get::/x', directoryId }])).toMatchObject([
    { error: expect.stringMatching(/Choose another one/) },
  ]);
});
