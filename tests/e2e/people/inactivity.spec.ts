import { type BrowserContext, expect, type Page } from '@playwright/test';
import { withAppDatabase } from '../support/app-database';
import { expectAccessible, test } from '../support/journey';
import { type Session, signIn } from '../support/people';
import { builderPath, field, isLive, SANDBOX } from '../support/steps';

const MINUTE_MS = 60_000;
const TWO_DAYS_MS = 48 * 60 * MINUTE_MS;

/**
 * Each of these journeys ends a session, so each has its own. The browser's clock is frozen and moved by the journey;
 * the server's runs on.
 */
test.use({
  storageState: async ({ playwright, baseURL }, use) => {
    const session: Session = await signIn(playwright.request, baseURL ?? '', 'engineer');
    await use(session);
  },
});

async function open(context: BrowserContext, path = `/${SANDBOX.slug}/commands`): Promise<Page> {
  const page = await context.newPage();
  // Activity recorded by another tab would hide this tab's own.
  await page.addInitScript(() => {
    if (sessionStorage.getItem('is-open') !== null) return;
    sessionStorage.setItem('is-open', 'yes');
    localStorage.removeItem('pushboard:last-active');
  });
  await page.goto(path);
  await isLive(page);
  // The watch begins once the page has settled.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('pushboard:last-active'))).not.toBeNull();
  return page;
}

/** Two days. What happens every few seconds happens only in the last minute. */
async function passTwoDays(context: BrowserContext): Promise<void> {
  await context.clock.fastForward(TWO_DAYS_MS - MINUTE_MS);
  await context.clock.runFor(MINUTE_MS + 2_000);
}

/** Makes the session of a browser as much older. */
async function beginEarlier(context: BrowserContext, byMs: number): Promise<void> {
  const cookies = await context.cookies();
  const token = cookies.find(({ name }) => name === 'pushboard_session')?.value ?? '';
  const { rowCount } = await withAppDatabase((client) =>
    client.query(
      `update session set created_at = created_at - $2 * interval '1 millisecond' where token_hash = sha256($1::bytea)`,
      [Buffer.from(token), byMs],
    ),
  );
  expect(rowCount).toBe(1);
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });
const signInTitle = (page: Page) => page.getByRole('heading', { name: 'Who would you like to be?' });

test('a person who is inactive for two days is asked, and may stay for two more', { tag: '@long' }, async ({
  context,
}) => {
  await context.clock.install();
  const page = await open(context);
  await page.clock.fastForward(TWO_DAYS_MS - MINUTE_MS);
  await expect(question(page)).toBeHidden();
  await page.clock.runFor(MINUTE_MS + 1_000);
  await expect(question(page)).toContainText("You're about to be logged out due to inactivity");
  await expectAccessible(page);
  await question(page).getByRole('button', { name: 'Stay logged in' }).click();
  await expect(question(page)).toBeHidden();
  await page.clock.fastForward(TWO_DAYS_MS - MINUTE_MS);
  await expect(question(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Commands' })).toBeVisible();
});

test('activity postpones the question', { tag: '@long' }, async ({ context }) => {
  await context.clock.install();
  const page = await open(context);
  await page.clock.fastForward(TWO_DAYS_MS - MINUTE_MS);
  await page.mouse.move(300, 300);
  await page.clock.runFor(2 * MINUTE_MS);
  await expect(question(page)).toBeHidden();
  await passTwoDays(context);
  await expect(question(page)).toBeVisible();
  // Closing the question counts as activity.
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Commands' })).toBeVisible();
});

test('S28 a person who does not answer for five minutes is logged out in every tab, and returns to the same place', async ({
  context,
}) => {
  await context.clock.install();
  const page = await open(context, await builderPath(await context.newPage(), 'Find orders'));
  await field(page, 'Customer name').fill('Lena');
  const other = await open(context);
  await passTwoDays(context);
  await expect(question(page)).toBeVisible();
  await page.clock.runFor(4 * MINUTE_MS);
  await expect(question(page)).toBeVisible();
  await page.clock.runFor(2 * MINUTE_MS);
  // The message stays for eight seconds, in both at the same time.
  await Promise.all(
    [page, other].map(async (tab) => {
      await expect(tab.getByText('You were logged out due to inactivity.')).toBeVisible();
      await expect(signInTitle(tab)).toBeVisible();
    }),
  );
  expect((await page.request.get('/api/v1/users/me')).status()).toBe(200);
  expect(await (await page.request.get('/api/v1/users/me')).json()).toBeNull();

  await page.getByRole('button', { name: /Jonas Okafor/ }).click();
  await expect(field(page, 'Customer name')).toHaveValue('Lena');
});

test('an answer in one tab counts in the others', { tag: '@long' }, async ({ context }) => {
  await context.clock.install();
  const page = await open(context);
  const other = await open(context);
  await passTwoDays(context);
  await expect(question(page)).toBeVisible();
  await expect(question(other)).toBeVisible();
  await question(other).getByRole('button', { name: 'Stay logged in' }).click();
  await expect(question(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Commands' })).toBeVisible();
});

test('logging out from the question logs out every tab, and leaves nothing behind', { tag: '@long' }, async ({
  context,
}) => {
  await context.clock.install();
  const page = await open(context, await builderPath(await context.newPage(), 'Find orders'));
  const other = await open(context);
  await field(page, 'Customer name').fill('Lena');
  // What a tab still writes as it leaves, too.
  await other.evaluate(() =>
    addEventListener('pagehide', () => localStorage.setItem('pushboard:draft:late', 'Lena')),
  );
  await passTwoDays(context);
  await question(page).getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Who would you like to be?' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Who would you like to be?' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('draft');
});

test('S28 a page that is opened after two days is closed to anyone who finds the browser', {
  tag: '@long',
}, async ({ context }) => {
  await context.clock.install();
  const page = await open(context);
  // Something kept asking the server meanwhile, so the session itself is still valid.
  await beginEarlier(context, 2 * TWO_DAYS_MS);
  await context.clock.setSystemTime(Date.now() + TWO_DAYS_MS + MINUTE_MS);
  await page.goto(`/${SANDBOX.slug}/history`);
  await expect(signInTitle(page)).toBeVisible();
  // Signing in counts as activity.
  await page.getByRole('button', { name: /Jonas Okafor/ }).click();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await isLive(page);
});

test('S28 a page that the browser kept is closed once its person has logged out', { tag: '@long' }, async ({
  context,
  baseURL,
}) => {
  const page = await open(context);
  /** Tells the page what Back tells a page that the browser kept. The browser of these tests keeps none. */
  const showAgain = () =>
    page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  const address = page.url();
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  await page.evaluate(() => document.body.setAttribute('data-kept', ''));
  await showAgain();
  await page.mouse.move(300, 300);
  await expect(page.locator('body[data-kept]')).toBeVisible();

  // Another tab has logged out meanwhile; a page that is kept isn't told.
  await page.request.post('/api/v1/sign-out', { headers: { origin: baseURL ?? '' } });
  await page.evaluate(() =>
    localStorage.setItem('pushboard:signed-out', `${new Date().toISOString()} asked`),
  );
  await showAgain();
  await expect(signInTitle(page)).toBeVisible();
  // It was loaded again once, for the logout, and wasn't left like one that the server refuses.
  expect(loads.filter((url) => url === address)).toHaveLength(1);
});

test.describe('when the server is unreachable', () => {
  test.use({ expectedComplaints: [/500/] });

  test('a person whose logout failed is told so, and asked again', { tag: '@long' }, async ({ context }) => {
    await context.clock.install();
    const page = await open(context);
    await page.route('**/api/v1/sign-out', (route) => route.fulfill({ status: 500, body: '' }));
    await passTwoDays(context);
    await question(page).getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByText(/^You are still signed in\./)).toBeVisible();
    await page.unroute('**/api/v1/sign-out');
    await passTwoDays(context);
    await question(page).getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('heading', { name: 'Who would you like to be?' })).toBeVisible();
  });
});

test('an expired session needs no question', { tag: '@long' }, async ({ context, baseURL }) => {
  await context.clock.install();
  const page = await open(context);
  await page.request.post('/api/v1/sign-out', { headers: { origin: baseURL ?? '' } });
  await passTwoDays(context);
  await expect(signInTitle(page)).toBeVisible();
});
