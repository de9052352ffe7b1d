import { beforeAll, expect, test } from 'vitest';
import { withApp } from '../../support/app/app';
import { send, sendForm } from '../../support/app/http';
import { createOrganizations, ORG_A, ORG_B } from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();
beforeAll(() => createOrganizations());

const as = people.orgAdmin;

interface Row {
  static_command_source_id: number;
  creds_id: number;
  operations: number;
  notes: { where: string | null; message: string }[];
  error: string | null;
}

async function upload(document: object, way: 'openapi' | 'postman' = 'openapi'): Promise<Row> {
  const files = { 'api.json': JSON.stringify(document) };
  const { body } = await sendForm(`/${ORG_A}/${way}-upload`, files, { as });
  const [row] = body as Row[];
  if (row === undefined) throw new Error(`Not uploaded: ${JSON.stringify(body)}`);
  return row;
}

const description = (extra: object = {}) => ({
  openapi: '3.0.3',
  info: { title: 'Notes', version: '1' },
  paths: { '/x/{id}': { get: { responses: { 200: { description: 'ok' } } } } },
  ...extra,
});
const missing = {
  where: 'paths › /x/{id} › get',
  message: 'Has {id} in its path, but no path parameter with that name.',
};

test('what is not valid in a description is said, stops nothing, and is kept until it is uploaded again', async () => {
  const row = await upload(description({ color: 'red' }));
  const notes = [{ where: null, message: `Has "color", which doesn't belong here.` }, missing];
  expect(row).toMatchObject({ operations: 1, error: null, notes });
  const kept = () => send('GET', `/${ORG_A}/creds/${row.creds_id}/descriptions`, { as });
  const { static_command_source_id } = row;
  const expected = { static_command_source_id, title: 'Notes', filename: 'api.json' };
  expect((await kept()).body).toMatchObject([{ ...expected, notes }]);
  await upload(description());
  expect((await kept()).body).toMatchObject([{ ...expected, notes: [missing] }]);
});

test('S02 the descriptions of another organization are not found, and a runner sees none', async () => {
  const { creds_id: credsId } = await upload(description());
  const elsewhere = await send('GET', `/${ORG_B}/creds/${credsId}/descriptions`, { as: people.orgAdminB });
  expect(elsewhere.status).toBe(404);
  const runner = await send('GET', `/${ORG_A}/creds/${credsId}/descriptions`, { as: people.member });
  expect(runner.status).toBe(403);
});
