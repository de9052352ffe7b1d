import { expect } from '@playwright/test';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { isLive, openCommand, pressRun, SANDBOX } from '../support/steps';

let api: HttpDouble;

test.beforeAll(async () => {
  api = await startHttpDouble((request, response) => {
    if (request.url?.startsWith('/kennel/')) {
      const isKnown = request.headers['x-key'] === 'the-key-of-the-kennel';
      response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
      response.end(isKnown ? '{"removed":true}' : '{"title":"Who are you?"}');
      return;
    }
    const isKnown = request.url === '/v1/animals?kind=cat';
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(isKnown ? '[{"name":"Tom","age":7},{"name":"Kit","age":2}]' : '{"title":"No such animal"}');
  });
});
test.afterAll(() => api.close());

const description = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Animal shelter', version: '1' },
  servers: [{ url: '/v1' }],
  paths: {
    '/animals': {
      get: {
        summary: 'List the animals',
        parameters: [{ name: 'kind', in: 'query', required: true, schema: { enum: ['cat', 'dog'] } }],
        responses: {},
      },
    },
    '/animals/{id}': {
      get: {
        summary: 'One animal',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {},
      },
    },
  },
});

const split = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Split', version: '1' },
  paths: { '/pets': { post: { requestBody: { $ref: 'other.yaml#/x' }, responses: {} } } },
});

// An invalid address responds 400, which the browser logs.
test.use({ expectedComplaints: [/400/] });

test('a description is uploaded, its base URL confirmed, and its operations added and run', async ({
  page,
}) => {
  await page.goto(`/${SANDBOX.slug}/commands`);
  await isLive(page);
  await page.getByRole('button', { name: 'New command' }).click();
  await page.getByRole('menuitem', { name: 'Connect a database or API' }).click();
  await page.getByRole('menuitem', { name: 'OpenAPI / Swagger' }).click();
  const panel = page.getByRole('dialog', { name: 'Add from OpenAPI / Swagger' });
  await panel.getByRole('button', { name: 'Upload' }).click();
  await expect(panel.getByText('Please select a file to upload')).toBeVisible();
  await expectAccessible(page);

  const dataTransfer = await page.evaluateHandle(
    ([whole, part]) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([whole], 'shelter.json', { type: 'application/json' }));
      dropped.items.add(new File([part], 'split.json', { type: 'application/json' }));
      dropped.items.add(new File(['{"openapi": '], 'broken.json', { type: 'application/json' }));
      return dropped;
    },
    [description, split] as const,
  );
  await panel.getByRole('button', { name: 'Files' }).dispatchEvent('drop', { dataTransfer });
  await expect(panel.getByRole('button', { name: 'Files' })).toContainText('shelter.json');
  await panel.getByRole('button', { name: 'Upload' }).click();
  await expect(panel.getByText('Needs a base URL')).toBeVisible();
  await expect(panel.getByText(/neither valid JSON nor YAML/)).toBeVisible();
  await expect(panel.getByText(/not part of it: "other\.yaml"/)).toBeVisible();
  await expectAccessible(page);

  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('You must fill out "Base URL"')).toBeVisible();
  await panel.getByLabel('Base URL').fill('nowhere');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText(/Must be an address such as/)).toBeVisible();
  await panel.getByLabel('Base URL').fill(`${api.origin}/v1`);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('2 operations')).toBeVisible();
  await panel.getByRole('button', { name: 'Choose commands' }).click();

  const sync = page.getByRole('dialog', { name: /^Add from 127\.0\.0\.1/ });
  await expectAccessible(page);
  await sync.getByRole('checkbox', { name: /GET \/animals(?!\/)/ }).check();
  await sync.getByRole('checkbox', { name: /GET \/animals\/\{id\}/ }).check();
  await sync.getByRole('button', { name: 'Add to Pushboard', exact: true }).click();
  await expect(page.getByText('2 added')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await openCommand(page, 'List the animals');

  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'cat' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('gridcell', { name: 'Tom' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Configure' }).click();
  await page.getByRole('button', { name: 'HTTP Auth' }).click();
  const auth = page.getByRole('dialog', { name: 'HTTP Auth' });
  await auth.getByRole('combobox', { name: 'Auth type' }).click();
  await page.getByRole('option', { name: 'Bearer token' }).click();
  await auth.getByLabel('Bearer token', { exact: true }).fill('a-token-of-the-shelter');
  await expectAccessible(page);
  await auth.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'HTTP headers' }).click();
  const headers = page.getByRole('dialog', { name: 'HTTP headers' });
  await headers.getByRole('button', { name: 'Add header' }).click();
  await headers.getByRole('textbox', { name: 'Name' }).fill('Host');
  await headers.getByRole('textbox', { name: 'Value' }).fill('elsewhere.example');
  await headers.getByRole('button', { name: 'Save' }).click();
  await expect(headers.getByText('Is set by Pushboard itself')).toBeVisible();
  await expectAccessible(page);
  await headers.getByRole('textbox', { name: 'Name' }).fill('X-Shelter');
  await headers.getByRole('button', { name: 'Save' }).click();
  await expect(headers).toBeHidden();
  await page.getByRole('button', { name: 'HTTP headers' }).click();
  await expect(headers.getByRole('textbox', { name: 'Name' })).toHaveValue('X-Shelter');
  await expect(headers.getByRole('textbox', { name: 'Value' })).toHaveValue('');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expectNoSidewaysScroll(page);
});

test('additions go into a folder per tag, those that change data ask first, and a missing credential leads to its panel', {
  tag: '@long',
}, async ({ page }) => {
  const operation = (summary: string, tag: string) => ({ summary, tags: [tag], responses: {} });
  const kennel = JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Kennel', version: '1' },
    servers: [{ url: `${api.origin}/kennel` }],
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    paths: {
      '/dogs': { get: operation('Count the dogs', 'Kennel dogs') },
      '/dogs/all': { delete: operation('Remove the dogs', 'Kennel dogs') },
      '/cats': { get: operation('Count the cats', 'Kennel cats') },
    },
  });
  await page.goto(`/${SANDBOX.slug}/commands?panel=upload-openapi`);
  await isLive(page);
  const upload = page.getByRole('dialog', { name: 'Add from OpenAPI / Swagger' });
  await upload
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'kennel.json', mimeType: 'application/json', buffer: Buffer.from(kennel) });
  await upload.getByRole('button', { name: 'Upload' }).click();

  const sync = page.getByRole('dialog', { name: /^Add from 127\.0\.0\.1/ });
  const effectOf = (name: string) => sync.getByRole('radiogroup', { name: `What ${name} does to data` });
  await expect(effectOf('DELETE /dogs/all').getByRole('radio', { name: 'Changes' })).toBeChecked();
  await sync.getByRole('combobox', { name: 'Folder' }).click();
  await expect(page.getByRole('option', { name: 'New folder: Kennel' })).toBeVisible();
  await page.getByRole('option', { name: 'One folder per tag' }).click();
  // The few operations of a new description are chosen from the start.
  await expect(sync.getByRole('button', { name: /^Deselect all 3/ })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await sync.getByRole('button', { name: 'Add to Pushboard', exact: true }).click();
  const summary = page.getByRole('dialog', { name: 'Import summary' });
  await expect(summary.getByText('3 added')).toBeVisible();
  await expect(summary.getByRole('button', { name: /^Set up HTTP Auth of / })).toBeVisible();
  await expectAccessible(page);
  const folders = await page.request.get(`/api/v1/${SANDBOX.orgId}/directories?only=names`);
  const names: { name: string }[] = await folders.json();
  expect(names.map(({ name }) => name).filter((name) => name.startsWith('Kennel '))).toHaveLength(2);

  await page.goto(`/${SANDBOX.slug}/credentials`);
  await expect(page.getByText('HTTP Auth is missing')).toBeVisible();
  await expectAccessible(page);

  await openCommand(page, 'Remove the dogs');
  await pressRun(page, 'Run', { agree: true });
  await page.getByRole('button', { name: /^Set up HTTP Auth of / }).click();
  const auth = page.getByRole('dialog', { name: 'HTTP Auth' });
  await auth.getByLabel('Key', { exact: true }).fill('the-key-of-the-kennel');
  await auth.getByRole('button', { name: 'Save' }).click();
  await expect(auth).toBeHidden();
  await pressRun(page, 'Run', { agree: true });
  await expect(page.getByText('removed')).toBeVisible();
  await page.goto(`/${SANDBOX.slug}/credentials`);
  await expect(page.getByRole('heading', { name: 'API connections' })).toBeVisible();
  await expect(page.getByText('HTTP Auth is missing')).toHaveCount(0);
});

test('a single request becomes a command, with typed parameters and a confirmed base URL', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`/${SANDBOX.slug}/commands`);
  await isLive(page);
  await page.getByRole('button', { name: 'New command' }).click();
  await page.getByRole('menuitem', { name: 'Connect a database or API' }).click();
  await page.getByRole('menuitem', { name: 'HTTP request' }).click();
  const panel = page.getByRole('dialog', { name: 'Add from an HTTP request' });
  await panel.getByRole('button', { name: 'Next' }).click();
  await expect(panel.getByText('You must fill out "URL"')).toBeVisible();
  await panel.getByLabel('URL').fill('nowhere');
  await panel.getByRole('button', { name: 'Next' }).click();
  await expect(panel.getByText(/Must be an address such as/)).toBeVisible();
  await expectAccessible(page);

  await panel.getByLabel('URL').fill(`${api.origin}/v1/animals/{id}?kind={kind}`);
  await panel.getByRole('button', { name: 'Next' }).click();
  await expect(panel.getByRole('list', { name: 'Parameters' })).toContainText('Path: id');
  await expect(panel.getByLabel('Base URL')).toHaveValue(api.origin);
  await panel.getByLabel('Base URL').fill('https://elsewhere.example');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('The URL above must begin with it')).toBeVisible();
  await panel.getByLabel('Base URL').fill(api.origin);
  await panel.getByRole('combobox', { name: 'Path: id' }).click();
  await page.getByRole('option', { name: 'integer', exact: true }).click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Added GET /v1/animals/{id}.')).toBeVisible();
});
