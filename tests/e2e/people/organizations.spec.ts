import { expect, type Page } from '@playwright/test';
import { ACTIVE_ORG_COOKIE } from '@/lib/orgs/active-org';
import { withAppDatabase } from '../support/app-database';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { holdRequests, isLive, pressRun, waitForOutcome } from '../support/steps';
import { expectToLast, holdTime } from '../support/toasts';

const OLGA = 'demo-olga';

test.use({ as: null, somebodyNew: { userId: OLGA, name: 'Olga Petrova' } });

async function signIn(page: Page): Promise<void> {
  await page.goto('/sign-in');
  await isLive(page);
  await page.getByRole('button', { name: /Olga Petrova/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await isLive(page);
}

/** The watch over the session begins once the page has settled. */
const untilSettled = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('pushboard:last-active'))).not.toBeNull();

/** What happens when a person returns to the tab. */
const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));

test('a person who signs in for the first time gets an organization, creates others, and switches between them', async ({
  page,
}) => {
  await signIn(page);
  await expect(page).toHaveURL(/\/olgas-org\/home$/);
  await expect(page.getByText("Olga's org")).toBeVisible();

  await page.goto('/orgs');
  await isLive(page);
  await expect(page.getByRole('row', { name: /Olga's org olgas-org Organization Admin Yes/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Create organization' }).click();
  await page.getByRole('heading', { level: 1, name: 'Create an organization' }).waitFor();
  const name = page.getByLabel('Your name');
  const orgName = page.getByLabel("Your org's name");
  await expect(name).toHaveValue('Olga Petrova');
  await expect(orgName).toHaveValue("Olga's org");
  await name.fill('');
  await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled();
  await name.fill('Ольга Petrova');
  await expect(orgName).toHaveValue("Ольга's org");
  await orgName.fill('');
  await expect(page.getByLabel('Custom org name')).toBeChecked();
  await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled();
  await orgName.fill('Olga & Sons');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/olga-sons\/commands/);
  await expect(page.getByRole('button', { name: 'Your menu, Ольга Petrova' })).toBeVisible();

  await page.getByRole('button', { name: 'Organization: Olga & Sons' }).click();
  await expect(page.getByRole('menuitem', { name: 'Create organization' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: "Olga's org" }).click();
  await expect(page).toHaveURL(/\/olgas-org\/home$/);
  // The landing page continues at the last place, which the page notes once it is there.
  const { rows } = await withAppDatabase((client) =>
    client.query(`select org_id from org_slug where slug = 'olgas-org'`),
  );
  await expect
    .poll(async () => (await page.context().cookies()).find(({ name }) => name === ACTIVE_ORG_COOKIE)?.value)
    .toBe(encodeURIComponent(rows[0].org_id));
  await page.goto('/');
  await expect(page).toHaveURL(/\/olgas-org\/home$/);
});

test.describe('renaming', () => {
  test.use({ expectedComplaints: [/409/] });

  test('an organization is renamed, and links with its old name lead to it', { tag: '@long' }, async ({
    page,
  }) => {
    await signIn(page);
    await page.goto('/olgas-org/org');
    await isLive(page);
    await page.getByRole('button', { name: 'Edit organization' }).click();
    const panel = page.getByRole('dialog', { name: 'Edit organization' });
    await panel.getByLabel('In addresses').fill('a--b');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(panel.getByText('separated by single hyphens')).toBeVisible();
    await expectAccessible(page);
    await panel.getByLabel('In addresses').fill('sandbox');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(panel.getByText('"sandbox" is taken. Choose another one.')).toBeVisible();
    await panel.getByLabel('Name').fill('Petrova Works');
    await panel.getByLabel('In addresses').fill('petrova');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The organization is now called Petrova Works.')).toBeVisible();
    await expect(page).toHaveURL(/\/petrova\/org$/);
    await expect(page.getByText('Petrova Works', { exact: true })).toBeVisible();

    await page.goto('/olgas-org/history?status=failed');
    await expect(page).toHaveURL(/\/petrova\/history\?status=failed/);
    // The message stays for seven seconds.
    await page.goto('/sandbox/commands', { waitUntil: 'commit' });
    await expect(
      page.getByText(/coded for the organization "sandbox", which you cannot access/),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/orgs$/);
  });
});

test.describe('a session that is ended elsewhere', () => {
  test.use({ expectedComplaints: [/401/] });

  test('closes its open page, and the person returns to it after signing in', { tag: '@long' }, async ({
    page,
    baseURL,
  }) => {
    await signIn(page);
    await page.goto('/olgas-org/history');
    await isLive(page);
    await untilSettled(page);
    await page.request.post('/api/v1/sign-out', { headers: { origin: baseURL ?? '' } });
    await lookAgain(page);
    await expect(page.getByText('Your session has ended. What you typed is kept.')).toBeVisible();
    await isLive(page);
    await page.getByRole('button', { name: /Olga Petrova/ }).click();
    await expect(page).toHaveURL(/\/olgas-org\/history/);
  });
});

test.describe('a person who is removed from an organization', () => {
  test.use({ expectedComplaints: [/404/] });

  test('leaves its open page, which says why', { tag: '@long' }, async ({ page }) => {
    await signIn(page);
    await page.goto('/olgas-org/history');
    await isLive(page);
    await untilSettled(page);
    await withAppDatabase((client) =>
      client.query(
        `update membership set state = 'deleted', state_before_removal = 'active' where user_id = $1`,
        [OLGA],
      ),
    );
    await lookAgain(page);
    await expect(page).toHaveURL(/\/orgs$/);
    await expect(
      page.getByText(/coded for the organization "olgas-org", which you cannot access/),
    ).toBeVisible();
    await expect(page.getByText('You are not in any organization')).toBeVisible();
  });
});

test.describe('a sign-in policy that closes an organization', () => {
  test.use({ expectedComplaints: [/403/] });

  test('closes its open page, which says how to sign in, and opens it again once the policy allows it', {
    tag: '@long',
  }, async ({ page }) => {
    const requireIssuer = (issuer: string | null) =>
      withAppDatabase((client) =>
        client.query(
          `update org set required_issuer = $1 where org_id in (select org_id from org_slug where slug = 'olgas-org')`,
          [issuer],
        ),
      );
    await signIn(page);
    await page.goto('/olgas-org/history');
    await isLive(page);
    await untilSettled(page);
    await requireIssuer('https://issuer.example');
    await lookAgain(page);
    await expect(page).toHaveURL(/\/orgs$/);
    await isLive(page);
    await expect(page.getByText(/issuer\.example/)).toBeVisible();
    await expectAccessible(page);
    await requireIssuer(null);
    await page.goto('/olgas-org/history');
    await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  });
});

test('a sandbox has commands that work at once', { tag: '@long' }, async ({ page }) => {
  await signIn(page);
  await page.goto('/orgs');
  await isLive(page);
  await page.getByRole('button', { name: 'Create sandbox' }).click();
  await expect(page).toHaveURL(/\/sandbox-\d+\/commands/);
  await page.getByRole('table', { name: 'Commands' }).getByRole('link', { name: 'Best sellers' }).click();
  await page.getByRole('heading', { level: 1, name: 'Best sellers' }).waitFor();
  await isLive(page);
  await pressRun(page);
  await waitForOutcome(page, 'Success');
  await page.goto('/orgs');
  await expect(page.getByRole('row', { name: /Sandbox \d+ sandbox-\d+ Sandbox Admin Yes/ })).toBeVisible();
});

for (const [device, viewport] of [
  ['a desk', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    test('a person without any organization creates a sandbox, and runs a command of it', {
      tag: '@long',
    }, async ({ page }) => {
      await signIn(page);
      // An open page of the organization would report that it is gone.
      await page.goto('about:blank');
      await withAppDatabase((client) =>
        client.query(
          `update membership set state = 'deleted', state_before_removal = 'active' where user_id = $1`,
          [OLGA],
        ),
      );
      await page.goto('/');
      await expect(page).toHaveURL(/\/create-org$/);
      await isLive(page);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.getByRole('main').getByRole('button', { name: 'Create sandbox' }).click();
      await expect(page).toHaveURL(/\/sandbox-\d+\/commands/);
      await isLive(page);
      await page.getByRole('table', { name: 'Commands' }).getByRole('link', { name: 'Best sellers' }).click();
      await page.getByRole('heading', { level: 1, name: 'Best sellers' }).waitFor();
      await isLive(page);
      await pressRun(page);
      await waitForOutcome(page, 'Success');
      await page.goto('/orgs');
      await expect(page.getByRole('main').getByRole('link', { name: 'Sandbox', exact: true })).toBeVisible();
    });
  });
}

test('a startup command sets the variables that inputs use, and reports when it cannot', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page);
  await page.goto('/orgs');
  await isLive(page);
  await page.getByRole('button', { name: 'Create sandbox' }).click();
  await expect(page).toHaveURL(/\/sandbox-\d+\/commands/);
  const orgId = new URL(page.url()).pathname.split('/')[1];
  const openCommand = async (name: string) => {
    await page.goto(`/${orgId}/commands`);
    await page.getByRole('table', { name: 'Commands' }).getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await isLive(page);
  };
  const runAtStartup = async (rowLimit: string) => {
    await openCommand('Best sellers');
    await page.getByRole('button', { name: 'Configure' }).click();
    const panel = page.getByRole('dialog', { name: 'Configure Best sellers' });
    await panel.getByLabel('Run on startup').check();
    await panel.getByRole('group', { name: 'Startup values' }).getByLabel('Row limit').fill(rowLimit);
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
    const goOn = await holdRequests(page, '**/run-sync');
    // The message is gone after a few seconds, however long the rest of the page takes.
    await page.goto(`/${orgId}/history`, { waitUntil: 'commit' });
    await expect(page.getByText('Setting env variables...')).toBeVisible();
    await expect(page.getByText('Running startup commands...')).toBeVisible();
    goOn();
    await expect(page.getByText('Running startup commands...')).toBeHidden();
    await page.unroute('**/run-sync');
  };
  await runAtStartup('2');
  await expect(page.getByText('Error running startup command, resp not length 1')).toBeVisible();
  await runAtStartup('1');
  await expect
    .poll(async () => (await (await page.request.get(`/api/v1/${orgId}/variables`)).json()).variables)
    .toMatchObject({ user_name: 'Olga Petrova', product: expect.any(String) });

  await openCommand('Find orders');
  await page.getByRole('button', { name: 'Configure' }).click();
  await page.getByRole('tab', { name: 'Inputs' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^customer_name/ })
    .click();
  const editor = page.getByRole('dialog', { name: 'Edit Customer name' });
  await editor.getByLabel('Variable').click();
  await page.getByRole('option', { name: 'product, of a startup command' }).click();
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
  await openCommand('Find orders');
  await expect(page.getByLabel('Customer name')).toHaveAttribute('readonly');
  await expect(page.getByLabel('Customer name')).not.toHaveValue('');
});

test.describe('when the server fails', () => {
  test.use({ expectedComplaints: [/500/] });

  test('a failed startup command is reported for ten seconds', { tag: '@long' }, async ({ page }) => {
    await signIn(page);
    const sandbox = await page.request.post('/api/v1/users/me/sandbox', {
      headers: { 'x-demo-user-id': OLGA },
      data: {},
    });
    const { org_id: orgId } = await sandbox.json();
    const headers = { 'x-demo-user-id': OLGA };
    const commands: { kit_id: number; name: string }[] = await (
      await page.request.get(`/api/v1/${orgId}/skinny-kits`, { headers })
    ).json();
    const command = commands.find(({ name }) => name === 'Best sellers');
    const detail = await page.request.get(`/api/v1/${orgId}/deep-kits-6/${command?.kit_id}`, { headers });
    const { anchor_ol: template } = await detail.json();
    const saved = await page.request.patch(`/api/v1/${orgId}/command-templates/${template.ol_id}`, {
      headers,
      data: { runOnStartup: true, runOnStartupValues: { row_limit: 1 } },
    });
    expect(saved.status()).toBe(204);
    await page.route('**/run-sync', (route) =>
      route.fulfill({
        status: 500,
        json: { error: { code: 'internal', message: 'Something went wrong in Pushboard.', request_id: 'r' } },
      }),
    );
    await holdTime(page);
    await page.goto(`/${orgId}/commands`);
    const failure = page.getByText('Error running startup command - Something went wrong in Pushboard.');
    await expectToLast(page, failure, 10_000);
  });

  test('the person is told that a sandbox was not created', { tag: '@long' }, async ({ page }) => {
    await signIn(page);
    await page.goto('/orgs');
    await isLive(page);
    await page.route('**/api/v1/users/me/sandbox', (route) =>
      route.fulfill({
        status: 500,
        json: { error: { code: 'internal', message: 'Something went wrong in Pushboard.', request_id: 'r' } },
      }),
    );
    await page.getByRole('button', { name: 'Create sandbox' }).click();
    const dialog = page.getByRole('dialog', { name: 'error saving to database' });
    await expect(dialog).toContainText('Something went wrong in Pushboard.');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('button', { name: 'Create sandbox' })).toBeEnabled();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('organizations and the page that creates one fit', { tag: '@long' }, async ({ page }) => {
    await signIn(page);
    for (const path of ['/orgs', '/create-org']) {
      await page.goto(path);
      await isLive(page);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
});
