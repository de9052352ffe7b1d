import { expect } from '@playwright/test';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';
import { test } from '../support/journey';
import { isLive, pressRun, SANDBOX, waitForOutcome } from '../support/steps';

let api: HttpDouble;

test.beforeAll(async () => {
  api = await startHttpDouble((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(partsOf(Buffer.concat(pieces).toString())));
    });
  });
});
test.afterAll(() => api.close());

const partsOf = (body: string) =>
  [...body.matchAll(/name="(.*)"; filename="(.*)"\r\n.*\r\n\r\n(.*)\r\n/g)].map(([, name, file, text]) => ({
    name,
    file,
    text,
  }));

const file = (name: string, text: string, mimeType = 'text/plain') => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});

test('several files are chosen at once for a list of files, and arrive in their order', async ({
  page,
  request,
  baseURL,
}) => {
  const list = { type: 'array', items: { type: 'string', format: 'binary' } };
  const schema = { type: 'object', properties: { files: list }, required: ['files'] };
  const description = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Papers', version: '1' },
    servers: [{ url: api.origin }],
    paths: {
      '/papers': { post: { requestBody: { content: { 'multipart/form-data': { schema } } }, responses: {} } },
    },
  });
  const headers = { origin: baseURL ?? '' };
  const uploaded = await request.post(`/api/v1/${SANDBOX.orgId}/openapi-upload`, {
    headers,
    multipart: { file: file('papers.json', description, 'application/json') },
  });
  const [{ creds_id: credsId }] = await uploaded.json();
  const added = await request.post(`/api/v1/${SANDBOX.orgId}/batch-commit`, {
    headers,
    data: {
      cloudId: 'api::post::/papers',
      credsId,
      commitType: 'addition',
      name: 'Send papers',
      warningTag: 'safe',
    },
  });
  const { commits } = await added.json();
  await page.goto(`/${SANDBOX.slug}/builder?id=${commits[0].command_instances[0].kit_id}`);
  await isLive(page);
  const files = page.getByRole('button', { name: 'Files', exact: true });
  const chooser = page.waitForEvent('filechooser');
  await files.click();
  await (await chooser).setFiles([file('b.txt', 'second letter'), file('a.txt', 'first letter')]);
  await expect(files).toHaveText('b.txt, a.txt');
  await pressRun(page);
  const card = await waitForOutcome(page, 'Success');
  await expect(card.getByRole('row').nth(1)).toContainText('b.txt');
  await expect(card.getByRole('row').nth(2)).toContainText('first letter');
  await request.delete(`/api/v1/${SANDBOX.orgId}/creds/${credsId}?withCommands=true`, { headers });
});
