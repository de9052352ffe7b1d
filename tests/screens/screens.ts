import type { Page } from '@playwright/test';
import { people } from '../e2e/support/people';
import {
  builderPath,
  field,
  openCommand,
  pressRun,
  resultCards,
  SANDBOX,
  waitForOutcome,
} from '../e2e/support/steps';

export interface Screen {
  name: string;
  isSignedOut?: boolean;
  /** Brings the page to where its picture is taken. */
  show: (page: Page) => Promise<void>;
}

/** What the README shows: a form that is filled in, and what came of it. */
export const README_PICTURE: Screen = {
  name: 'readme',
  show: async (page) => {
    await openCommand(page, 'Find orders');
    await field(page, 'customer_name').fill('Lena');
    await field(page, 'from_date').fill('2026-05-01');
    await field(page, 'min_amount').fill('99.90');
    await field(page, 'row_limit').fill('8');
    await pressRun(page);
    await waitForOutcome(page, 'Success');
    await resultCards(page).first().getByRole('grid').waitFor();
  },
};

/** The main screens, each in the states that people see it in. */
export const screens: readonly Screen[] = [
  { name: 'sandflox', isSignedOut: true, show: (page) => goTo(page, '/sandflox') },
  { name: 'landing', isSignedOut: true, show: (page) => goTo(page, '/') },
  { name: 'sign-in', isSignedOut: true, show: (page) => goTo(page, '/sign-in') },
  { name: 'orgs', show: (page) => goTo(page, '/orgs') },
  { name: 'create-org', show: (page) => goTo(page, '/create-org') },
  { name: 'library', show: (page) => goTo(page, '/sandbox/commands') },
  {
    name: 'sync-panel',
    show: async (page) => {
      await goTo(page, '/sandbox/commands');
      await page.getByRole('button', { name: 'New Command' }).click();
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
      const panel = page.getByRole('dialog', { name: 'Add from HTTP Request' });
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
  { name: 'not-found', show: (page) => goTo(page, '/sandbox/builder?id=999999') },
  { name: 'builder-empty', show: (page) => openCommand(page, 'Refund an order') },
  {
    name: 'builder-filled',
    show: async (page) => {
      await openCommand(page, 'Find orders');
      await field(page, 'customer_name').fill('Lena');
      await field(page, 'min_amount').fill('99.90');
      await field(page, 'min_amount').blur();
    },
  },
  {
    name: 'builder-invalid',
    show: async (page) => {
      await openCommand(page, 'Find orders');
      await field(page, 'from_date').fill('2026-02-30');
      await field(page, 'min_amount').fill('lots');
      await field(page, 'row_limit').fill('99999999999');
      await field(page, 'row_limit').blur();
    },
  },
  {
    name: 'builder-required',
    show: async (page) => {
      await openCommand(page, 'Refund an order');
      await pressRun(page, 'Refund');
      await page.getByRole('dialog').getByText('Required Fields').waitFor();
    },
  },
  {
    name: 'builder-running',
    show: async (page) => {
      await openCommand(page, 'Count the stock');
      await field(page, 'seconds').fill('6');
      await pressRun(page, 'Count');
      await resultCards(page).first().getByText('Counting shelf 3 of 12').waitFor();
    },
  },
  {
    name: 'builder-success',
    show: async (page) => {
      await openCommand(page, 'Best sellers');
      await pressRun(page);
      await waitForOutcome(page, 'Success');
      await resultCards(page).first().getByRole('grid').waitFor();
      await resultCards(page).first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'builder-json',
    show: async (page) => {
      await openCommand(page, 'Customer profile');
      await field(page, 'customer_id').fill('42');
      await pressRun(page);
      await waitForOutcome(page, 'Success');
    },
  },
  {
    name: 'builder-failed',
    show: async (page) => {
      await openCommand(page, 'Refund an order');
      await field(page, 'order_id').fill('99999999');
      await field(page, 'reason').fill('Damaged on arrival');
      await pressRun(page, 'Refund', { agree: true });
      await waitForOutcome(page, 'Failed');
    },
  },
  {
    name: 'builder-cancelled',
    show: async (page) => {
      await openCommand(page, 'Count the stock');
      await field(page, 'seconds').fill('60');
      await pressRun(page, 'Count');
      await resultCards(page).first().getByText('Counting shelf 1 of 12').waitFor();
      await resultCards(page).first().getByRole('button', { name: 'Cancel' }).click();
      await waitForOutcome(page, 'Cancelled');
    },
  },
  {
    name: 'run-details',
    show: async (page) => {
      await openCommand(page, 'Best sellers');
      await field(page, 'row_limit').fill('3');
      await pressRun(page);
      const card = await waitForOutcome(page, 'Success');
      await card.getByRole('button', { name: /Details of this run/ }).click();
      await page.getByRole('dialog').getByText('Values').waitFor();
    },
  },
  {
    name: 'history',
    show: async (page) => {
      await openCommand(page, 'Count the stock');
      await field(page, 'seconds').fill('6');
      await pressRun(page, 'Count');
      await resultCards(page).first().getByText('Counting shelf 1 of 12').waitFor();
      await goTo(page, `/${SANDBOX.slug}/history`);
      await page.getByRole('table', { name: 'Runs' }).waitFor();
    },
  },
  {
    name: 'history-filters',
    show: async (page) => {
      await goTo(page, `/${SANDBOX.slug}/history?status=failed&since=2026-01-01`);
      await page.getByRole('button', { name: 'Add filter' }).click();
      await page.getByRole('button', { name: 'Apply' }).waitFor();
    },
  },
  {
    name: 'history-empty',
    show: async (page) => {
      await goTo(page, `/${SANDBOX.slug}/history?q=nothing+is+called+so`);
      await page.getByText('No run fits these filters').waitFor();
    },
  },
  {
    name: 'history-run',
    show: async (page) => {
      await openCommand(page, 'Best sellers');
      await pressRun(page);
      await waitForOutcome(page, 'Success');
      await goTo(page, `/${SANDBOX.slug}/history`);
      await page.getByRole('link', { name: 'Best sellers' }).first().click();
      await page.getByRole('dialog').getByText('Result', { exact: true }).waitFor();
    },
  },
  {
    name: 'configure-command',
    show: async (page) => {
      await openCommand(page, 'Refund an order');
      await page.getByRole('button', { name: 'Configure' }).click();
      await page.getByRole('textbox', { name: 'Running message' }).fill('Paying it back...');
      await page.getByText('Unsaved changes').waitFor();
    },
  },
  {
    name: 'configure-input',
    show: async (page) => {
      await openCommand(page, 'Refund an order');
      await page.getByRole('button', { name: 'Configure' }).click();
      await page.getByRole('tab', { name: 'Inputs' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^amount/ })
        .click();
      await page.getByRole('dialog', { name: 'Edit amount' }).getByLabel('Default Value').waitFor();
    },
  },
  {
    name: 'configure-changelog',
    show: async (page) => {
      await openCommand(page, 'Refund an order');
      await page.getByRole('button', { name: 'Configure' }).click();
      await page.getByRole('tab', { name: 'Changelog' }).click();
      await page.getByRole('list', { name: 'Changes' }).waitFor();
    },
  },
  { name: 'team', show: (page) => goTo(page, `/${SANDBOX.slug}/org`) },
  {
    name: 'team-group',
    show: async (page) => {
      await goTo(page, `/${SANDBOX.slug}/org?tab=groups&panel=new-group`);
      await page.getByRole('dialog', { name: 'New Group' }).waitFor();
    },
  },
  { name: 'team-changelog', show: (page) => goTo(page, `/${SANDBOX.slug}/org?tab=changelog`) },
  {
    name: 'member',
    show: (page) => goTo(page, `/${SANDBOX.slug}/members/demo-maria`),
  },
  {
    name: 'audit',
    show: async (page) => {
      await goTo(page, `/${SANDBOX.slug}/audit`);
      await page.getByRole('list', { name: 'Events' }).getByRole('button').first().click();
    },
  },
  {
    name: 'no-access',
    isSignedOut: true,
    show: async (page) => {
      await signInAsNewcomer(page);
      await page.goto(await builderPath(page, 'Refund an order'));
      await page.getByRole('button', { name: 'Request Access' }).waitFor();
    },
  },
  {
    name: 'outbox',
    show: async (page) => {
      await post(page, 'invite', { recipients: [{ email: 'vera@example.org' }] });
      await goTo(page, `/${SANDBOX.slug}/outbox`);
      await page.getByRole('table', { name: 'Messages' }).waitFor();
    },
  },
  {
    name: 'outbox-message',
    show: async (page) => {
      await showNewestMessage(page);
      await page.getByRole('article', { name: 'The message' }).waitFor();
    },
  },
  {
    name: 'outbox-empty',
    show: async (page) => {
      await goTo(page, `/${SANDBOX.slug}/outbox?state=failed`);
      await page.getByText('No message stands like that').waitFor();
    },
  },
  {
    name: 'join',
    show: async (page) => {
      await showNewestMessage(page);
      const link = await page
        .getByRole('article', { name: 'The message' })
        .getByText(/\/join#/)
        .textContent();
      await page.goto(link ?? '');
      await page.getByRole('heading', { name: 'Join Sandbox' }).waitFor();
    },
  },
  {
    name: 'join-closed',
    isSignedOut: true,
    show: async (page) => {
      await page.goto('/join#used-already');
      await page.getByRole('heading', { name: 'This invitation is no longer open' }).waitFor();
    },
  },
  {
    name: 'share',
    show: async (page) => {
      await openCommand(page, 'Refund an order');
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      const field = page.getByRole('textbox', { name: 'People and groups' });
      await field.fill('maria');
      await page.getByRole('option', { name: /Maria Keller/ }).click();
      await field.fill('sam@partner.example,');
      await field.press('Enter');
      await page.getByText('Need to share org too').waitFor();
      await page.getByRole('textbox', { name: 'Note' }).fill('For this week’s damaged deliveries.');
    },
  },
  {
    name: 'share-with',
    show: async (page) => {
      await openCommand(page, 'Refund an order');
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('tab', { name: 'Shared With' }).click();
      await page.getByRole('table', { name: 'Teammates' }).waitFor();
    },
  },
  {
    name: 'share-visibility',
    show: async (page) => {
      await openCommand(page, 'Refund an order');
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('tab', { name: 'Visibility' }).click();
      await page.getByRole('radio', { name: 'Public' }).waitFor();
    },
  },
  {
    name: 'share-why',
    show: async (page) => {
      await openCommand(page, 'Refund an order');
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('button', { name: 'Why Dana Lee has this' }).click();
      await page.getByRole('list', { name: 'What gives them this command' }).waitFor();
    },
  },
  {
    name: 'invite',
    show: async (page) => {
      await goTo(page, `/${SANDBOX.slug}/org?panel=invite`);
      await page.getByLabel('E-mail addresses').first().fill('ana@partner.example,ben@partner,');
      await page.getByText('Not a valid email!').waitFor();
    },
  },
  {
    name: 'menu',
    show: async (page) => {
      await openCommand(page, 'Best sellers');
      await page.getByRole('button', { name: /^(Your menu, .*|Menu)$/ }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
    },
  },
];

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page
    .getByRole('heading', { level: 1 })
    .or(page.getByText("This page doesn't exist"))
    .first()
    .waitFor();
}

async function post(page: Page, path: string, data: object): Promise<void> {
  const headers = { 'x-demo-user-id': people.admin };
  await page.request.post(`/api/v1/${SANDBOX.orgId}/${path}`, { headers, data });
}

/** Invites somebody, and opens the message that they would get. */
async function showNewestMessage(page: Page): Promise<void> {
  await post(page, 'invite', { recipients: [{ email: 'vera@example.org' }], optionalNote: 'Welcome!' });
  await goTo(page, `/${SANDBOX.slug}/outbox`);
  await page.getByRole('table', { name: 'Messages' }).getByRole('link').first().click();
}

/** Signs in as a member who was given nothing yet; the first picture of all invites them. */
async function signInAsNewcomer(page: Page): Promise<void> {
  const email = 'newcomer@example.org';
  const headers = { 'x-demo-user-id': people.admin };
  const base = `/api/v1/${SANDBOX.orgId}`;
  const invited = await page.request.post(`${base}/invite`, { headers, data: { recipients: [{ email }] } });
  const [{ error }] = await invited.json();
  const known: { user_id: string; email: string }[] = await (
    await page.request.get('/api/v1/demo/people')
  ).json();
  const data: Record<string, string> = {
    userId: known.find((person) => person.email === email)?.user_id ?? '',
  };
  if (error === null) {
    const [newest] = await (await page.request.get(`${base}/outbox?per_page=1`, { headers })).json();
    const message = await (await page.request.get(`${base}/outbox/${newest.mail_id}`, { headers })).json();
    data.joinOrgToken = new URL(message.content.link.url).hash.slice(1);
  }
  const origin = new URL(process.env.SCREENS_URL ?? 'http://localhost:3000').origin;
  await page.request.post('/api/v1/demo/sign-in', { data, headers: { origin } });
}
