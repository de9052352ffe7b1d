import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { testAuthority } from '../../support/doubles/certificates';
import { directoryProvider } from '../../support/doubles/directory-provider';
import {
  ada,
  ben,
  CLIENT_ID,
  CLIENT_SECRET,
  type GraphDouble,
  startGraphDouble,
  TENANT_ID,
} from '../../support/doubles/graph-double';
import { expectAccessible, expectNoSidewaysScroll } from '../support/journey';
import { isLive, responds } from '../support/steps';
import { startWorkspace, test } from '../support/workspace';

// A Pushboard of its own, whose people come from a directory, with a real OpenID provider over TLS.
test.describe.configure({ mode: 'serial' });

let graph: GraphDouble;
let folder: string;
let origin: string;
let stop: () => Promise<void>;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser, workspacesDir }) => {
  test.setTimeout(300_000);
  folder = `${workspacesDir}-directory`;
  await mkdir(folder, { mode: 0o755, recursive: true });
  const authority = join(folder, 'authority.pem');
  await writeFile(authority, testAuthority);
  graph = await startGraphDouble();
  graph.directory.putUser(ada);
  ({ origin, stop } = await startWorkspace(join(folder, 'data'), {
    ...graph.variables,
    AD_ORG_NAME: 'Contoso',
    AD_SYNC_MINUTES: '0',
    NODE_EXTRA_CA_CERTS: authority,
  }));
  graph.signIn = directoryProvider({
    issuer: `${graph.origin}/${TENANT_ID}/v2.0`,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUri: `${origin}/blank`,
    accounts: [ada, ben, { id: 'oid-eve', displayName: 'Eve' }].map(({ id, displayName }) => ({
      objectId: id,
      name: displayName,
    })),
  });
  // Browsers have no list of authorities to add to.
  context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: origin });
  page = await context.newPage();
});

test.afterAll(async () => {
  await context?.close();
  await stop?.();
  await graph?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

test('the sign-in page offers the directory; a closed or canceled window changes nothing', {
  tag: '@long',
}, async () => {
  await page.goto('/contoso/org');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expectAccessible(page);
  await isLive(page);
  const opens = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click();
  const popup = await opens;
  await popup.getByRole('heading', { name: 'Pick an account' }).waitFor();
  await expect(page.getByRole('button', { name: 'Continue in the other window' })).toBeVisible();
  await popup.close();
  await expect(page.getByRole('button', { name: 'Sign in with Microsoft' })).toBeVisible();
  const opensAgain = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click();
  await (await opensAgain).getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with Microsoft' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
});

test('a person who is not in the directory learns it on the sign-in page', { tag: '@long' }, async ({
  browser,
}) => {
  const other = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: origin });
  const theirs = await other.newPage();
  // The link leads on without a new document, and the page still sees whether its window is open.
  await theirs.goto('/');
  await responds(theirs);
  await theirs.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  const opens = theirs.waitForEvent('popup');
  await theirs.getByRole('button', { name: 'Sign in with Microsoft' }).click();
  const opened = await opens;
  await opened.getByRole('link', { name: 'Eve' }).waitFor();
  expect(await opened.evaluate(() => window.opener !== null)).toBe(true);
  await opened.getByRole('link', { name: 'Eve' }).click();
  await expect(theirs.getByText(/^Sign-in error: Your account has no access/)).toBeVisible();
  await other.close();
});

test('an admin signs in with a window, and arrives where they wanted to go', async () => {
  await page.goto('/contoso/org');
  await isLive(page);
  const opens = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click();
  await (await opens).getByRole('link', { name: 'Ada Byron' }).click();
  await expect(page.getByRole('heading', { name: 'Organization users' })).toBeVisible();
  await expect(page).toHaveURL(/\/contoso\/org/);
  await expect(page.getByRole('button', { name: 'Invite new members' })).toHaveCount(0);
});

test('the admin syncs people and groups, and makes another person an admin by address', {
  tag: '@long',
}, async () => {
  graph.directory.putUser(ben);
  graph.directory.putGroup('gid-ops', 'Operations', [ben.id]);
  await isLive(page);
  await page.getByRole('button', { name: 'Sync AD users' }).click();
  await expect(page.getByText('Users: 1 added, 0 updated, 0 deleted, 1 pending')).toBeVisible();
  await expect(page.getByText('Groups: 1 added, 0 updated')).toBeVisible();
  await expect(page.getByRole('row', { name: /Ben Okri \(Pending\)/ })).toBeVisible();
  await expect(page.getByText(/^Synced with the directory/)).toBeVisible();
  await expectAccessible(page);
  const emails = page.getByRole('combobox', { name: 'AD admin emails' });
  await emails.pressSequentially('ada@contoso.example,ben@contoso.example,');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('AD admin emails saved!')).toBeVisible();
  await expect(page.getByRole('row', { name: /Ben Okri/ }).getByText('Admin')).toBeVisible();
  await page.getByRole('tab', { name: 'Groups' }).click();
  await page.getByRole('button', { name: /Operations/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Ben Okri' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Operations' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Users' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('what goes wrong is said: the sync, and addresses that nobody has', { tag: '@long' }, async () => {
  graph.refusals.push({ status: 403, code: 'Authorization_RequestDenied' });
  await isLive(page);
  await page.getByRole('button', { name: 'Sync AD users' }).click();
  await expect(page.getByText("There was an error sync'ing users from AD")).toBeVisible();
  await expect(page.getByText(/grant admin consent/)).toBeVisible();
  const emails = page.getByRole('combobox', { name: 'AD admin emails' });
  await emails.press('Backspace');
  await emails.press('Backspace');
  await emails.pressSequentially('nobody@contoso.example,');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('There was an error saving the AD Admin emails!')).toBeVisible();
  await expect(page.getByText(/No person of the directory has one of these addresses/).first()).toBeVisible();
});

test('a person signs in in the same window; Create sandbox is not offered; one whom the directory removed is logged out', {
  tag: '@long',
}, async ({ browser }) => {
  const other = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: origin });
  const theirs = await other.newPage();
  await theirs.goto('/orgs');
  await isLive(theirs);
  await theirs.getByRole('button', { name: 'Continue in this window' }).click();
  await theirs.getByRole('link', { name: 'Ben Okri' }).click();
  await expect(theirs).toHaveURL(/\/orgs$/);
  await expect(theirs.getByRole('row', { name: /Contoso/ })).toBeVisible();
  await expect(theirs.getByRole('button', { name: /Create sandbox/ })).toHaveCount(0);
  graph.directory.removeUser(ben.id);
  await page.goto('/contoso/org');
  await isLive(page);
  await page.getByRole('button', { name: 'Sync AD users' }).click();
  await expect(page.getByText('Users: 0 added, 0 updated, 1 deleted, 0 pending')).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByRole('button', { name: 'Sign in with Microsoft' })).toBeVisible();
  await other.close();
});
