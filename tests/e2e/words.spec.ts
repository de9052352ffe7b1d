import { expect, type Page } from '@playwright/test';
import { test } from './support/journey';
import { people } from './support/people';
import { addCommand, changeSource } from './support/sample-source';
import { field, isLive, openCommand, pressRun, SANDBOX, waitForOutcome } from './support/steps';
import { expectToLast, holdTime } from './support/toasts';

/** The documented messages that no other journey shows, where people see them. */

const library = `/${SANDBOX.slug}/commands`;
const headers = { 'x-demo-user-id': people.admin };

const fail = (page: Page, path: RegExp) =>
  page.route(path, (route) =>
    route.fulfill({
      status: 500,
      json: { error: { code: 'internal', message: 'Something went wrong in Pushboard.', request_id: 'r' } },
    }),
  );

test.describe('when the server fails', () => {
  test.use({ expectedComplaints: [/500/] });

  test('the library, a configuration, and its changelog name what could not be loaded', async ({ page }) => {
    await page.goto(library);
    await isLive(page);
    await fail(page, /skinny-kits\?.*is_hidden%3Atrue/);
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Hidden commands' }).click();
    await expect(page.getByText('Error loading commands')).toBeVisible();
    await page.getByRole('button', { name: 'Hidden commands: back to the library' }).click();
    await fail(page, /deep-kits-6/);
    const row = page.getByRole('row', { name: /Best sellers/ });
    await row.hover();
    await row.getByRole('button', { name: 'Configure Best sellers' }).click();
    await expect(page.getByText('Error fetching command!')).toBeVisible();
    await page.unroute(/deep-kits-6/);
    await fail(page, /revisions/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('tab', { name: 'Changelog' }).click();
    await expect(page.getByText('Error fetching changelog!')).toBeVisible();
  });

  test('connections that cannot be listed are loaded again', { tag: '@long' }, async ({ page }) => {
    await page.goto(library);
    await isLive(page);
    await fail(page, /\/creds$/);
    await page.getByRole('button', { name: 'New command' }).click();
    const notice = page.getByRole('menuitem', { name: /^Error - Failed to get creds/ });
    await expect(notice).toBeVisible();
    await page.unroute(/\/creds$/);
    await notice.click();
    await expect(page.getByRole('menuitem', { name: 'Sample shop' })).toBeVisible();
  });

  test('a connection that was not saved and a failed sync are reported', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto(`${library}?panel=connect:postgres`);
    const panel = page.getByRole('dialog', { name: 'Add database' });
    for (const label of ['Host', 'Database', 'Username']) await panel.getByLabel(label).fill('x');
    await panel.getByLabel('Password', { exact: true }).fill('x');
    await fail(page, /\/creds$/);
    await panel.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(panel.getByText('Error - Failed to create resource')).toBeVisible();
    await page.unroute(/\/creds$/);

    await changeSource('create or replace function shop.words_sync() returns int language sql return 1');
    try {
      await page.goto(library);
      await isLive(page);
      await page.getByRole('button', { name: 'New command' }).click();
      await page.getByRole('menuitem', { name: 'Sample shop' }).click();
      const source = page.getByRole('dialog', { name: 'Add from Sample shop' });
      await source.getByLabel('Search what the source has').fill('words_sync');
      await source.getByRole('checkbox', { name: /words_sync/ }).check();
      await source.getByText('Reads', { exact: true }).click();
      await fail(page, /batch-commit/);
      await source.getByRole('button', { name: 'Add to Pushboard', exact: true }).click();
      await expect(page.getByText('Error syncing changes')).toBeVisible();
    } finally {
      await changeSource('drop function shop.words_sync');
    }
  });

  test('connections that could not be reloaded after saving are reported', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto(`/${SANDBOX.slug}/credentials?panel=connect:postgres`);
    await isLive(page);
    const panel = page.getByRole('dialog', { name: 'Add database' });
    for (const label of ['Host', 'Database', 'Username']) await panel.getByLabel(label).fill('x');
    await fail(page, /\/creds(\?|$)/);
    // Nothing is saved: the journey checks what follows.
    await page.route(/\/creds$/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 201, json: { creds_id: 1 } })
        : route.fallback(),
    );
    await panel.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText('Error - Failed to refresh creds')).toBeVisible();
  });

  test('a failed download or deletion of a result is reported', { tag: '@long' }, async ({ page }) => {
    await openCommand(page, 'Best sellers');
    await pressRun(page);
    const card = await waitForOutcome(page, 'Success');
    await fail(page, /download-link/);
    await card.getByRole('button', { name: 'Download as CSV' }).click();
    await expect(page.getByText(/^Error trying to download!/)).toBeVisible();

    await page.goto(`/${SANDBOX.slug}/history`);
    await isLive(page);
    await fail(page, /\/deleted-results$/);
    const row = page.getByRole('table', { name: 'Runs' }).locator('tbody tr').first();
    await row.getByRole('button', { name: /^Actions for run/ }).click();
    await page.getByRole('menuitem', { name: 'Delete result' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(/^Error deleting run/)).toBeVisible();
  });
});

test('success is shown for six seconds, and a missing clipboard is reported', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openCommand(page, 'Best sellers');
  await pressRun(page);
  const card = await waitForOutcome(page, 'Success');
  await holdTime(page);
  await card.getByRole('button', { name: 'Copy the result' }).click();
  await expectToLast(page, page.getByText('Results copied to clipboard'), 6_000);
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await card.getByRole('button', { name: 'Copy the result' }).click();
  await expectToLast(page, page.getByText('Error - No navigator found'), 4_000);
});

test('a result that is longer than shown can be loaded completely', { tag: '@long' }, async ({ page }) => {
  await openCommand(page, 'All order lines');
  await pressRun(page, 'Run', { agree: true });
  const card = await waitForOutcome(page, 'Success');
  await expect(card.getByRole('button', { name: 'Download as CSV (full dataset)' })).toBeVisible();
});

test('a command without an output says so, and offers no download', { tag: '@long' }, async ({ page }) => {
  await changeSource(`create procedure shop.words_quiet() language sql as 'select 1'`);
  const commandId = await addCommand(page.request, 'words_quiet');
  try {
    await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
    await isLive(page);
    await pressRun(page, 'Run', { agree: true });
    const card = await waitForOutcome(page, 'Success');
    await expect(card.getByText('Command ran successfully but did not return an output')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Copy the result' })).toHaveCount(0);
    await page.goto(`/${SANDBOX.slug}/history?filter=kit_id:${commandId}`);
    await isLive(page);
    const row = page.getByRole('table', { name: 'Runs' }).locator('tbody tr').first();
    await row.getByRole('button', { name: /^Actions for run/ }).click();
    await page.getByRole('menuitem', { name: 'Download', exact: true }).click();
    await expect(page.getByText('No download options available for this run')).toBeVisible();

    await changeSource('drop procedure shop.words_quiet');
    await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
    await isLive(page);
    await pressRun(page, 'Run', { agree: true });
    const failed = await waitForOutcome(page, 'Failed');
    await expect(failed.getByText('Sync now in [Configure] > Inputs').first()).toBeVisible();
    await page.goto(`${library}?panel=configure:${commandId}&configure-tab=inputs`);
    await page.getByRole('button', { name: 'Sync inputs' }).click();
    await expect(page.getByText('Sync error').first()).toBeVisible();
  } finally {
    await changeSource('drop procedure if exists shop.words_quiet');
  }
});

test('an input that depends on unknown facts of the person cannot be sent, and invalid values can be revisited', {
  tag: '@long',
}, async ({ page }) => {
  await changeSource(
    'create function shop.words_follow(desk text, count int) returns int language sql return 1',
  );
  const commandId = await addCommand(page.request, 'words_follow');
  try {
    const place = `/api/v1/${SANDBOX.orgId}`;
    const command = await (await page.request.get(`${place}/deep-kits-6/${commandId}`, { headers })).json();
    const [desk] = command.anchor_ol.kit_run_schema;
    const patched = await page.request.patch(
      `${place}/kits/${commandId}/li-inputs/${desk.lego_instance_input_id}`,
      { headers, data: { variable: 'desk_of_nobody' } },
    );
    expect(patched.status()).toBe(200);
    await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
    await isLive(page);
    await field(page, 'Count').fill('1');
    await pressRun(page);
    const missing = page.getByRole('dialog', { name: 'Missing variable values' });
    await expect(missing.getByRole('listitem')).toContainText('Desk');
    await expect(missing).toContainText('Try logging out and in again.');
    await missing.getByRole('button', { name: 'OK' }).click();
    await page.request.patch(`${place}/kits/${commandId}/li-inputs/${desk.lego_instance_input_id}`, {
      headers,
      data: { variable: 'user_name' },
    });
    await page.reload();
    await isLive(page);
    await field(page, 'Count').fill('99999999999');
    await pressRun(page);
    const invalid = page.getByRole('dialog', { name: 'Invalid input' });
    await expect(invalid.getByText('Some of the input values are invalid:')).toBeVisible();
    await invalid.getByRole('button', { name: 'Go back and fix' }).click();
    await expect(field(page, 'Count')).toBeFocused();
  } finally {
    await changeSource('drop function shop.words_follow');
  }
});

test.describe('asking for access', () => {
  test.use({ as: 'runner', expectedComplaints: [/500/] });

  test('warns before sending, and shows an error for six seconds', { tag: '@long' }, async ({ page }) => {
    await changeSource('create function shop.words_closed() returns int language sql return 1');
    const commandId = await addCommand(page.request, 'words_closed');
    try {
      await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
      await expect(
        page
          .getByRole('textbox', { name: 'To', exact: true })
          .or(page.getByRole('combobox', { name: 'To', exact: true }))
          .first(),
      ).toBeVisible();
      await holdTime(page);
      await fail(page, /send_general_email/);
      await page.getByRole('button', { name: 'Request access' }).click();
      const failure = page.getByText(/^Error requesting access\. /);
      await expectToLast(page, failure, 6_000);
      await page.unroute(/send_general_email/);
      await page.route(/send_general_email/, (route) =>
        route.fulfill({
          status: 201,
          json: [
            {
              email: 'dana@pushboard.example',
              user_id: people.admin,
              error: null,
              mail: 'queued',
              mail_id: null,
            },
          ],
        }),
      );
      await page.getByRole('button', { name: 'Request access' }).click();
      const success = 'Requested access. Keep an eye on your email for a share notification.';
      await expectToLast(page, page.getByText(success), 6_000);
    } finally {
      await changeSource('drop function shop.words_closed');
    }
  });
});
