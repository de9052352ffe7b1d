import { afterAll, beforeAll, expect, test } from 'vitest';
import { withApp } from '../support/app/app';
import { numberIn, send } from '../support/app/http';
import { withWorker } from '../support/app/worker';
import { type HttpDouble, startHttpDouble } from '../support/doubles/http-double';
import { createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { runSync } from '../support/things/runs';

withApp();
withWorker();

let api: HttpDouble;
let command = { commandId: 0, templateId: 0 };

beforeAll(async () => {
  await createOrganizations();
  api = await startHttpDouble((request, response) => {
    if (request.url !== '/events') return void response.end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"n":1}\n\ndata: {"n":2}\n\ndata: {"n"', () => request.socket.destroy());
  });
  const body = {
    orgId: ORG_A,
    credType: 'api',
    name: 'Events',
    api: { apiBaseUrl: api.origin, authType: 'none' },
  };
  const credsId = numberIn(await send('POST', `/${ORG_A}/creds`, { as: people.orgAdmin, body }), 'creds_id');
  const made = await send('POST', `/${ORG_A}/command-templates`, {
    as: people.orgAdmin,
    body: { credsId, name: 'Follow', cloudId: `api::post::${api.origin}/events`, inputs: [] },
  });
  command = { commandId: numberIn(made, 'kit_id'), templateId: numberIn(made, 'ol_id') };
});
afterAll(() => api.close());

test('a run whose response breaks off has failed, and keeps the rows that came', async () => {
  const { body } = await runSync(command, {}, people.orgAdmin);
  expect(body).toMatchObject({
    status: 'failed',
    payload_format: 'json.table.rowwise',
    payload: { rows: [[1], [2]] },
  });
  expect(JSON.stringify(body)).toContain('closed the connection before its answer was complete');
});
