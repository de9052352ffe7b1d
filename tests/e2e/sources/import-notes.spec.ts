import { expect } from '@playwright/test';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { isLive, openCommand, pressRun, SANDBOX } from '../support/steps';

let api: HttpDouble;

test.beforeAll(async () => {
  api = await startHttpDouble((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ asked: request.url }));
  });
});
test.afterAll(() => api.close());

const file = (name: string, document: object) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(document)),
});

test('what is not valid in a description is shown where its commands are chosen, and stops nothing', {
  tag: '@long',
}, async ({ page }) => {
  const parameter = {
    name: 'kind',
    in: 'query',
    required: true,
    schema: { type: 'string', enum: ['', 'cat'] },
  };
  const responses = { 200: { description: 'ok' } };
  const shelter = file('shelter.json', {
    openapi: '3.0.3',
    info: { title: 'Noted shelter' },
    servers: [{ url: api.origin }],
    paths: {
      '/noted/animals': { get: { summary: 'Ask by kind', parameters: [parameter], responses } },
      '/noted/animals/{id}': { get: { summary: 'One by id', color: 'red', responses } },
    },
  });
  await page.goto(`/${SANDBOX.slug}/commands?panel=upload-openapi`);
  await isLive(page);
  const upload = page.getByRole('dialog', { name: 'Add from OpenAPI / Swagger' });
  await upload.locator('input[type=file]').first().setInputFiles(shelter);
  await upload.getByRole('button', { name: 'Upload' }).click();

  const sync = page.getByRole('dialog', { name: /^Add from 127\.0\.0\.1/ });
  await sync.getByText('3 notes on shelter.json').click();
  // The panel of the upload, which has them too, waits behind this one.
  await expect(sync.getByText('Must have "version".').last()).toBeVisible();
  await expect(sync.getByText('paths › /noted/animals/{id} › get').last()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await sync.getByRole('checkbox', { name: /GET \/noted\/animals\/\{id\}/ }).uncheck();
  await sync.getByRole('button', { name: 'Add to Pushboard', exact: true }).click();
  await expect(page.getByText('1 added')).toBeVisible();
  await openCommand(page, 'Ask by kind');
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: '(empty text)' }).click();
  await expect(page.getByRole('combobox', { name: 'Kind' })).toHaveValue('(empty text)');
  await pressRun(page, 'Run');
  await expect(page.getByText(/\/noted\/animals\?kind="?$/).first()).toBeVisible();
  await expectAccessible(page);
});

test('a collection names the ways to sign in that cannot be had, next to each file', {
  tag: '@long',
}, async ({ page }) => {
  const collection = (name: string, type: string) => ({
    info: { name },
    item: [{ name: 'Sign', request: { method: 'GET', url: `${api.origin}/x`, auth: { type } } }],
  });
  await page.goto(`/${SANDBOX.slug}/commands?panel=upload-postman`);
  await isLive(page);
  const upload = page.getByRole('dialog', { name: 'Add from a Postman collection' });
  await upload
    .locator('input[type=file]')
    .setInputFiles([
      file('hawk.json', collection('By Hawk', 'hawk')),
      file('open.json', collection('Open to all', 'noauth')),
    ]);
  await upload.getByRole('button', { name: 'Upload' }).click();
  await upload.getByText('1 note', { exact: true }).click();
  await expect(
    upload.getByText(/1 request signs in by "hawk", which Pushboard doesn't support: GET Sign/),
  ).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});
