import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send, sendForm } from '../../support/app/http';
import { withWorker } from '../../support/app/worker';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();
withWorker();

const as = people.orgAdmin;
const addresses: string[] = [];
let api: HttpDouble;
let command: MadeCommand;

beforeAll(async () => {
  await createOrganizations();
  api = await startHttpDouble((request, response) => {
    addresses.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"is":"taken"}');
  });
  const query = (name: string, schema: object) => ({ name, in: 'query', required: true, schema });
  const description = {
    openapi: '3.0.3',
    info: { title: 'Cats', version: '1' },
    servers: [{ url: api.origin }],
    paths: {
      '/cats': {
        get: {
          parameters: [
            query('code', { type: 'string', pattern: '^[A-Z]+$', maxLength: 3 }),
            query('age', { type: 'integer', maximum: 20 }),
          ],
          responses: {},
        },
      },
    },
  };
  const uploaded = await sendForm(
    `/${ORG_A}/openapi-upload`,
    { 'api.json': JSON.stringify(description) },
    { as },
  );
  const credsId = (uploaded.body as { creds_id: number }[])[0]?.creds_id ?? 0;
  const found = await send('POST', `/${ORG_A}/find-additions`, { as, body: { credsId } });
  const [row] = (found.body as { added: { cloud_id: string }[] }).added;
  const committed = await send('POST', `/${ORG_A}/batch-commit`, {
    as,
    body: [{ commitType: 'addition', credsId, cloudId: row?.cloud_id }],
  });
  const [commit] = (committed.body as { commits: { command_instances: { kit_id: number }[] }[] }).commits;
  const commandId = commit?.command_instances[0]?.kit_id ?? 0;
  const { templateId } = await prisma().command.findFirstOrThrow({ where: { commandId } });
  command = { commandId, templateId };
});
afterAll(() => api?.close());

const run = (params: Record<string, string>, runAnyway = false) =>
  send('POST', `/${ORG_A}/run-sync`, {
    as,
    body: { olId: command.templateId, kitId: command.commandId, params, runAnyway },
  });

describe('values outside the limits of the source', () => {
  it('are refused unless the person leaves them to the API, which gets them as they are', async () => {
    const outside = { 'query.code': 'kitten', 'query.age': '30' };
    expect(await run(outside)).toMatchObject({ status: 400 });
    expect(addresses).toEqual([]);

    const { status, body } = await run(outside, true);
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'success', ran_anyway: true } });
    expect(addresses).toEqual(['/cats?code=kitten&age=30']);
    const listed = await send('GET', `/${ORG_A}/skinny-runs`, { as });
    expect(listed.body).toMatchObject([{ ran_anyway: true }]);
  });

  it('leave no mark where every value is within them', async () => {
    const { body } = await run({ 'query.code': 'CAT', 'query.age': '3' }, true);
    expect(body).toMatchObject({ status: 'success', ran_anyway: false });
  });

  it('do not let values through that are of another type', async () => {
    expect(await run({ 'query.code': 'kitten', 'query.age': 'ten' }, true)).toMatchObject({
      status: 400,
      body: { error: { issues: [{ path: 'params.query.code' }, { path: 'params.query.age' }] } },
    });
  });
});
