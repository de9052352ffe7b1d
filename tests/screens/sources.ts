import { goTo, inSandbox, type Screen } from './screen';

/** Connecting sources, and adding commands from them. */
export const sourceScreens: readonly Screen[] = [
  {
    name: 'sync-panel',
    show: async (page) => {
      await goTo(page, '/sandbox/commands');
      await page.getByRole('button', { name: 'New command' }).click();
      await page.getByRole('menuitem', { name: 'Sample shop' }).click();
      const panel = page.getByRole('dialog', { name: 'Add from Sample shop' });
      await panel.getByRole('button', { name: /^Already added/ }).click();
    },
  },
  {
    name: 'upload-results',
    show: async (page) => {
      await goTo(page, '/sandbox/commands?panel=upload-openapi');
      const panel = page.getByRole('dialog', { name: 'Add from OpenAPI / Swagger' });
      await panel
        .locator('input[type=file]')
        .first()
        .setInputFiles([
          'tests/samples/openapi/tictactoe-3.1.yaml',
          'tests/samples/openapi/petstore-3.0.yaml',
          'tests/samples/INDEX.md',
        ]);
      await panel.getByRole('button', { name: 'Upload' }).click();
      await panel.getByText('20 operations').waitFor();
    },
  },
  {
    name: 'http-request',
    show: async (page) => {
      await goTo(page, '/sandbox/commands?panel=request');
      const panel = page.getByRole('dialog', { name: 'Add from an HTTP request' });
      await panel.getByLabel('URL').fill('https://api.example.com/users/{id}?limit={limit}');
      await panel.getByRole('button', { name: 'Next' }).click();
      await panel.getByText('Path: id').waitFor();
    },
  },
  { name: 'credentials', show: (page) => goTo(page, '/sandbox/credentials') },
  {
    name: 'credential-edit',
    show: async (page) => {
      await goTo(page, '/sandbox/credentials');
      await page.getByRole('button', { name: 'Edit Sample shop' }).click();
      const panel = page.getByRole('dialog', { name: 'Edit Sample shop' });
      await panel.getByRole('button', { name: 'Test connection' }).click();
      await panel.getByText('The connection works').waitFor();
    },
  },
  {
    name: 'connect',
    show: async (page) => {
      await inSandbox(page, 'commands?panel=connect:postgres');
      await page.getByRole('dialog', { name: 'Add database' }).getByLabel('Host').waitFor();
    },
  },
  {
    name: 'connect-entra',
    show: async (page) => {
      await inSandbox(page, 'commands?panel=connect:mssql');
      const panel = page.getByRole('dialog', { name: 'Add database' });
      await panel.getByRole('combobox', { name: 'Authentication' }).click();
      await page.getByRole('option', { name: 'Microsoft Entra application' }).click();
      await panel.getByRole('button', { name: 'Connect', exact: true }).click();
      await panel.getByText('You must fill out "Tenant ID"').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'connect-aws',
    show: async (page) => {
      await inSandbox(page, 'commands');
      await page.getByRole('button', { name: 'New command' }).click();
      await page.getByRole('menuitem', { name: 'Connect a database or API' }).click();
      await page.getByRole('menuitem', { name: 'Lambda' }).click();
      const panel = page.getByRole('dialog', { name: 'Add AWS role' });
      await panel.getByRole('button', { name: 'Connect', exact: true }).click();
      await panel.getByText('You must fill out "Role ARN"').waitFor();
    },
  },
  {
    name: 'connect-failed',
    show: async (page) => {
      await inSandbox(page, 'commands?panel=connect:postgres');
      const panel = page.getByRole('dialog', { name: 'Add database' });
      await panel.getByLabel('Host').fill('127.0.0.1');
      await panel.getByLabel('Port').fill('1');
      await panel.getByLabel('Database').fill('shop');
      await panel.getByLabel('Username').fill('reader');
      await panel.getByLabel('Password', { exact: true }).fill('secret');
      await panel.getByRole('button', { name: 'Connect' }).click();
      await panel.getByRole('button', { name: 'Save anyway' }).waitFor();
    },
  },
  {
    name: 'connect-empty',
    show: async (page) => {
      await inSandbox(page, 'commands?panel=connect:postgres');
      const panel = page.getByRole('dialog', { name: 'Add database' });
      await panel.getByRole('button', { name: 'Connect' }).click();
      await panel.getByText('You must fill out').first().waitFor();
    },
  },
  {
    name: 'upload',
    show: async (page) => {
      await inSandbox(page, 'commands?panel=upload-postman');
      await page.getByRole('dialog', { name: 'Add from a Postman collection' }).waitFor();
    },
  },
];
