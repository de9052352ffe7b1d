import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { people } from '../support/people';
import { isLive, openCommand, SANDBOX } from '../support/steps';

const run = promisify(execFile);

async function openAccount(page: Page, tab: 'tokens' | 'sessions' = 'tokens'): Promise<void> {
  await page.goto(tab === 'tokens' ? '/account' : '/account?tab=sessions');
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
  await isLive(page);
}

const tokens = (page: Page) => page.getByRole('list', { name: 'Access tokens' });

const whoIs = (page: Page, token: string) =>
  page.request.get('/api/v1/users/me', { headers: { authorization: `Bearer ${token}` } });

/** Revokes what a journey created, for the next one. */
async function revokeAll(page: Page): Promise<void> {
  const headers = { 'x-demo-user-id': people.admin };
  const listed: { token_id: string }[] = await (
    await page.request.get('/api/v1/users/me/tokens', { headers })
  ).json();
  for (const { token_id } of listed) {
    await page.request.delete(`/api/v1/users/me/tokens/${token_id}`, { headers });
  }
}

test.afterEach(({ page }) => revokeAll(page));

/** Creates a token for everything on the account page, and returns it. */
async function createToken(page: Page, name: string): Promise<string> {
  await openAccount(page);
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Everything I can do').check();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const reveal = page.getByRole('dialog', { name });
  const token = await reveal.getByLabel('Token').inputValue();
  await reveal.getByRole('button', { name: 'I have copied it' }).click();
  return token;
}

test('a new token works at once, which its dialog says, and the list of tokens fits a phone', async ({
  page,
}) => {
  await openAccount(page);
  await page.getByText('No tokens yet').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('Please enter a name')).toBeVisible();
  await dialog.getByLabel('Name').fill('Cursor on my laptop');
  await dialog.getByLabel('Search commands and folders').fill('find ord');
  await dialog.getByLabel('Find orders').check();
  await expectAccessible(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const reveal = page.getByRole('dialog', { name: 'Cursor on my laptop' });
  const token = await reveal.getByLabel('Token').inputValue();
  await expectAccessible(page, '[role="dialog"]');
  expect((await (await whoIs(page, token)).json()).user_id).toBe(people.admin);
  await expect(reveal.getByText('It works: it was just used.')).toBeVisible();
  await reveal.getByRole('button', { name: 'I have copied it' }).click();

  const row = tokens(page).getByRole('listitem').filter({ hasText: 'Cursor on my laptop' });
  await expect(row.getByText('just now')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole('button', { name: 'Edit Cursor on my laptop' }).click();
  await page.getByRole('dialog', { name: 'Edit token' }).waitFor();
  await expectAccessible(page, '[role="dialog"]');
});

test('a person sees where they are signed in, and ends a session elsewhere', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const elsewhere = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  try {
    await openAccount(page, 'sessions');
    const { origin } = new URL(page.url());
    const other = await elsewhere.newPage();
    await other.goto(`${origin}/sign-in`);
    await other.getByRole('button', { name: /Dana Lee/ }).click();
    await other.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.reload();
    const table = page.getByRole('table', { name: 'Sessions' });
    await expect(table.getByText('This one')).toHaveCount(1);
    // Other journeys may have left such a session too.
    await expect(table.getByText('Chrome on Linux').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^End all others/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End them' }).click();
    await expect(page.getByText('All other sessions were ended.')).toBeVisible();
    await expect(table.getByRole('row')).toHaveCount(2);
    await other.goto(`${origin}/${SANDBOX.slug}/history`);
    await expect(other.getByRole('heading', { name: 'Who would you like to be?' })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
  } finally {
    await elsewhere.close();
  }
});

test('a notebook sends a person for a token, which is copied with the id of their organization', {
  tag: '@long',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/${SANDBOX.slug}/commands`);
  await isLive(page);
  await page.goto('/copy-token');
  await expect(
    page.getByText('Copied to clipboard! You can now navigate back to the notebook.'),
  ).toBeVisible();
  await expectAccessible(page);
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied.orgId).toBe(SANDBOX.orgId);
  expect((await (await whoIs(page, copied.token)).json()).user_id).toBe(people.admin);
});

test('a copied shell command runs as it is, once the token is set, whatever the source', {
  tag: '@long',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const token = await createToken(page, 'Shell');
  for (const name of ['Best sellers', 'Find orders']) {
    await openCommand(page, name);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Copy as a shell command' }).click();
    await expect(page.getByText('Copied to clipboard!').first()).toBeVisible();
    const line = await page.evaluate(() => navigator.clipboard.readText());
    expect(line).not.toContain(token);
    expect(line).toContain('$PUSHBOARD_TOKEN');
    const env = { ...process.env, PUSHBOARD_TOKEN: token };
    const { stdout } = await run('bash', ['-c', line], { env });
    expect(JSON.parse(stdout), name).toMatchObject({ status: 'success' });
    const unset = { ...process.env, PUSHBOARD_TOKEN: '' };
    const { stdout: without } = await run('bash', ['-c', line], { env: unset });
    expect(JSON.parse(without).error.code).toBe('not_signed_in');
  }
});

test.describe('diagnostics', () => {
  test.use({ expectedComplaints: [/helloflank/] });

  test('a person checks whether Pushboard can be reached, signed in and signed out', {
    tag: '@long',
  }, async ({ page, browser }) => {
    await page.goto('/diagnostics');
    const checks = page.getByRole('region', { name: 'Pushboard' });
    await expect(checks.getByText('Passed', { exact: true })).toHaveCount(6);
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('All is well');
    await expectAccessible(page);
    await page.route('**/api/v1/diagnostics/helloflank', (route) => route.abort());
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(checks.getByText('API error')).toHaveCount(1);
    await expect(checks.getByText(/^Failed: GET .*\/helloflank$/)).toBeVisible();

    const visitor = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    try {
      const signedOut = await visitor.newPage();
      const asked = signedOut.waitForRequest('**/api/v1/diagnostics/helloflank');
      const { origin } = new URL(page.url());
      await signedOut.goto(`${origin}/sign-in`);
      expect((await asked).headers().cookie).toBeUndefined();
      await signedOut.goto(`${origin}/diagnostics`);
      await expect(signedOut.getByText('Passed', { exact: true })).toHaveCount(6);
      await expect(signedOut.getByText(/^Sign in as an admin to see versions/)).toBeVisible();
    } finally {
      await visitor.close();
    }
  });
});
