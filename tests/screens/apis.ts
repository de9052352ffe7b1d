import type { Page } from '@playwright/test';
import { people } from '../e2e/support/people';
import { field, openCommand, pressRun, SANDBOX, waitForOutcome } from '../e2e/support/steps';
import type { Screen } from './screen';

const picture = 'prisma/demo/sample-api/torn-tent.png';

/** Commands of an API, their responses, and their authentication. */
export const apiScreens: readonly Screen[] = [
  {
    name: 'api-list',
    show: async (page) => {
      await openCommand(page, 'Find tickets');
      await field(page, 'Search').fill('tent');
      await pressRun(page);
      await (await waitForOutcome(page, 'Success')).getByRole('grid').waitFor();
    },
  },
  {
    name: 'api-file-input',
    show: async (page) => {
      await openCommand(page, 'Attach a file to a ticket');
      await page.locator('main input[type=file]').setInputFiles(picture);
      await page.getByText('torn-tent.png').first().waitFor();
    },
  },
  {
    name: 'api-image',
    show: async (page) => {
      await openCommand(page, 'Show an attachment');
      await pressRun(page);
      await (await waitForOutcome(page, 'Success')).getByRole('img', { name: /torn-tent/ }).waitFor();
    },
  },
  {
    name: 'api-csv',
    show: async (page) => {
      await openCommand(page, 'Tickets for a spreadsheet');
      await pressRun(page);
      await (await waitForOutcome(page, 'Success')).getByRole('grid').waitFor();
    },
  },
  {
    name: 'api-markdown',
    show: async (page) => {
      await openCommand(page, 'The week at the desk');
      await pressRun(page);
      await (await waitForOutcome(page, 'Success')).getByRole('heading', { name: /^The week/ }).waitFor();
    },
  },
  {
    name: 'api-refused',
    show: async (page) => {
      await openCommand(page, 'Pay a customer back');
      await pressRun(page, 'Pay back', { agree: true });
      await (await waitForOutcome(page, 'Failed')).getByText('card_expired').waitFor();
    },
  },
  {
    name: 'http-auth',
    show: async (page) => {
      await openCommand(page, await commandOfSeveralSchemes(page));
      await page.getByRole('button', { name: 'Configure' }).click();
      await page.getByRole('button', { name: 'HTTP Auth' }).click();
      await page.getByRole('dialog', { name: 'HTTP Auth' }).getByRole('group', { name: 'partner' }).waitFor();
    },
  },
  {
    name: 'http-headers',
    show: async (page) => {
      await openCommand(page, await commandOfSeveralSchemes(page));
      await page.getByRole('button', { name: 'Configure' }).click();
      await page.getByRole('button', { name: 'HTTP headers' }).click();
      const panel = page.getByRole('dialog', { name: 'HTTP headers' });
      await panel.getByRole('button', { name: 'Add header' }).click();
      await panel.getByRole('textbox', { name: 'Name' }).last().fill('X-Api-Version');
      await panel.getByRole('textbox', { name: 'Value' }).last().fill('2026-06');
    },
  },
];

/** Creates a command of an API that has three ways to sign in, with a header; returns its name. */
async function commandOfSeveralSchemes(page: Page): Promise<string> {
  const name = 'List the payouts';
  const headers = { 'x-demo-user-id': people.admin };
  const base = `/api/v1/${SANDBOX.orgId}`;
  const description = {
    openapi: '3.1.0',
    info: { title: 'Payouts', version: '1' },
    servers: [{ url: 'https://payouts.example/v2' }],
    security: [{ app: [] }],
    paths: {
      '/payouts': {
        get: { summary: name, security: [{ app: [], user: [] }, { partner: [] }], responses: {} },
      },
    },
    components: {
      securitySchemes: {
        app: { type: 'apiKey', in: 'header', name: 'X-App' },
        user: { type: 'http', scheme: 'bearer' },
        partner: { type: 'http', scheme: 'basic' },
      },
    },
  };
  const file = {
    name: 'payouts.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(description)),
  };
  const uploaded = await page.request.post(`${base}/openapi-upload`, { headers, multipart: { file } });
  const [{ creds_id: credsId }] = await uploaded.json();
  const data = { cloudId: 'api::get::/payouts', credsId, commitType: 'addition' };
  await page.request.post(`${base}/batch-commit`, { headers, data });
  const commands: { name: string; anchor_ol: { ol_id: number } }[] = await (
    await page.request.get(`${base}/skinny-kits`, { headers })
  ).json();
  const olId = commands.find((each) => each.name === name)?.anchor_ol.ol_id;
  await page.request.patch(`${base}/command-templates/${olId}`, {
    headers,
    data: { headers: { 'X-Tenant': 'fern-and-fell' } },
  });
  return name;
}
