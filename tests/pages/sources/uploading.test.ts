import { test } from 'vitest';
import { startHttpDouble } from '../../support/doubles/http-double';
import { expect } from '../support/expectations';
import type { Locator } from '../support/locator';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { withSandbox } from '../support/sandbox';

withSandbox();

const panel = (): Locator => page.getByRole('dialog', { name: 'Add from OpenAPI / Swagger' });

const root = (title: string): string =>
  `openapi: 3.1.0\ninfo: { title: ${title}, version: '1' }\nservers: [{ url: 'https://${title}.example' }]
paths: { /${title}: { get: { summary: List ${title}, parameters: [{ $ref: kind.yaml }] } } }`;
const kind = 'name: kind\nin: query\nschema: { type: string }';

const file = (name: string, text: string): File => new File([text], name);

function inFolder(folder: string, chosen: File): File {
  Object.defineProperty(chosen, 'webkitRelativePath', { value: `${folder}/${chosen.name}` });
  return chosen;
}

test('several files of one description are recognized, uploaded together, and lead to its commands', async () => {
  await page.goto(`/${SANDBOX.slug}/commands?panel=upload-openapi`);
  const chosen = [file('ships.yaml', root('ships')), file('kind.yaml', kind)];
  await panel()
    .locator('input[type=file]')
    .first()
    .setFiles(...chosen);
  await expect(panel().getByRole('checkbox', { name: 'These files are one description' })).toBeChecked();
  await panel().getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByRole('checkbox', { name: /GET \/ships/ })).toBeVisible();
});

test('files that are not said to be one description are read each by itself', async () => {
  await page.goto(`/${SANDBOX.slug}/commands?panel=upload-openapi`);
  const chosen = [file('cars.yaml', root('cars')), file('kind.yaml', kind)];
  await panel()
    .locator('input[type=file]')
    .first()
    .setFiles(...chosen);
  await panel().getByRole('checkbox', { name: 'These files are one description' }).uncheck();
  await panel().getByRole('button', { name: 'Upload' }).click();
  await expect(
    panel().getByText(/not part of it: "kind\.yaml"\. Upload its folder or a zip file/),
  ).toBeVisible();
});

test('a folder is uploaded whole, without what is no part of a description', async () => {
  await page.goto(`/${SANDBOX.slug}/commands`);
  await page.goto(`/${SANDBOX.slug}/commands?panel=upload-openapi`);
  await panel()
    .getByLabel('Folder')
    .setFiles(inFolder('bikes', file('README.md', '# Bikes')));
  await expect(panel().getByText('The folder “bikes” has no JSON or YAML files.')).toBeVisible();
  const chosen = [
    file('bikes.yaml', root('bikes')),
    file('kind.yaml', kind),
    file('README.md', '# Bikes'),
  ].map((each) => inFolder('bikes', each));
  await panel()
    .getByLabel('Folder')
    .setFiles(...chosen);
  await expect(panel().getByText('bikes.zip')).toBeVisible();
  await panel().getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByRole('checkbox', { name: /GET \/bikes/ })).toBeVisible();
});

test('a description is fetched from its address, and leads to its commands', async () => {
  const host = await startHttpDouble(({ url }, response) => {
    response
      .writeHead(url === '/trains.yaml' ? 200 : 404)
      .end(root('trains').replace(/, parameters.*\]/, ''));
  });
  try {
    await page.goto(`/${SANDBOX.slug}/commands?panel=upload-openapi`);
    const address = panel().getByLabel('Or a URL');
    await address.fill(`${host.origin}/planes.yaml`);
    await panel().getByRole('button', { name: 'Fetch' }).click();
    await expect(panel().getByText(/responded with status 404/)).toBeVisible();
    await address.fill(`${host.origin}/trains.yaml`);
    await panel().getByRole('button', { name: 'Fetch' }).click();
    await expect(page.getByRole('checkbox', { name: /GET \/trains/ })).toBeVisible();
  } finally {
    await host.close();
  }
});

test('the summary of an import names the credential that is still missing after another one was saved', async () => {
  const description = `openapi: 3.1.0
info: { title: pets, version: '1' }
servers: [{ url: 'https://pets.example' }]
paths:
  /pets: { get: { summary: List pets, security: [{ owner: [] }] } }
  /food: { get: { summary: List food, security: [{ shop_key: [] }] } }
components:
  securitySchemes:
    owner: { type: http, scheme: bearer }
    shop_key: { type: apiKey, in: header, name: X-Shop }`;
  await page.goto(`/${SANDBOX.slug}/commands?panel=upload-openapi`);
  await panel().locator('input[type=file]').first().setFiles(file('pets.yaml', description));
  await panel().getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('checkbox', { name: /GET \/pets/ }).check();
  await page.getByRole('button', { name: 'Add to Pushboard' }).click();
  await expect(page.getByText('HTTP Auth is missing', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Set up HTTP Auth of/ }).click();
  const auth = page.getByRole('dialog', { name: 'HTTP Auth' });
  // Each credential stands in a frame with its name.
  await expect(
    auth.getByRole('group', { name: 'owner' }).getByLabel('Bearer token', { exact: true }),
  ).toBeVisible();
  await auth
    .getByRole('group', { name: 'shop_key' })
    .getByLabel('Key', { exact: true })
    .fill('the key of the shop');
  await auth.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Some HTTP Auth is missing')).toBeVisible();
  await expect(page.getByText('Commands that need “owner” cannot run until it is set up.')).toBeVisible();
});
