import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/journey';
import { addCommand, changeSource } from '../support/sample-source';
import { call, ownCommand } from '../support/sharing';
import {
  builderPath,
  field,
  holdRequests,
  isLive,
  openCommand,
  pressRun,
  resultCards,
  SANDBOX,
  waitForOutcome,
} from '../support/steps';
import { holdTime } from '../support/toasts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('from the library to rows: search, open, fill in, run', async ({ page }) => {
  await page.goto(`/${SANDBOX.slug}/commands`);
  await expectAccessible(page);
  await page.getByRole('searchbox').or(page.getByPlaceholder('Search commands')).first().fill('seller');
  await expect(page.getByRole('link', { name: 'Find orders' })).toBeHidden();
  await page.getByRole('link', { name: 'Best sellers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Best sellers' })).toBeVisible();
  await field(page, 'Row limit').fill('3');
  await expectAccessible(page);
  await pressRun(page);
  const card = await waitForOutcome(page, 'Success');
  await expect(card.getByText('3 rows')).toBeVisible();
  await expect(card.getByRole('grid').getByRole('row')).toHaveCount(4);
  await expect(card.getByRole('columnheader', { name: 'margin_percent' })).toBeVisible();
  await expectAccessible(page);
});

test('a press on Run before the page is live counts', async ({ page }) => {
  const path = await builderPath(page, 'Monthly revenue');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_next/static/**/*.js*', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  const run = page.getByRole('region', { name: 'Inputs' }).getByRole('button', { name: 'Run', exact: true });
  await run.click();
  await run.click();
  await expect(resultCards(page)).toHaveCount(0);
  release();
  await waitForOutcome(page, 'Success');
  await expect(resultCards(page)).toHaveCount(1);
});

test('the runs of a page are still there after a reload, and at a shared address', { tag: '@long' }, async ({
  page,
}) => {
  await openCommand(page, 'Monthly revenue');
  for (const number of [1, 2]) {
    await pressRun(page);
    await expect(resultCards(page)).toHaveCount(number);
    await waitForOutcome(page, 'Success');
  }
  await expect(page).toHaveURL(/runGroupId=\d+.*#run-\d+$/);
  const address = page.url();
  await page.reload();
  await expect(resultCards(page)).toHaveCount(2);
  await waitForOutcome(page, 'Success');
  // Another run joins them.
  await isLive(page);
  await pressRun(page);
  await expect(resultCards(page)).toHaveCount(3);
  await waitForOutcome(page, 'Success');
  expect(new URL(page.url()).searchParams.get('runGroupId')).toBe(
    new URL(address).searchParams.get('runGroupId'),
  );
});

test('a run that is started before the earlier ones are shown stays open', { tag: '@long' }, async ({
  page,
}) => {
  await openCommand(page, 'Best sellers');
  await pressRun(page);
  await waitForOutcome(page, 'Success');
  await expect(page).toHaveURL(/#run-\d+$/);
  let show = () => {};
  const isShown = new Promise<void>((resolve) => {
    show = resolve;
  });
  await page.route(/\/_next\/static\/chunks\/.*\.js/, async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes('"aria-label":"Results"')) await isShown;
    await route.fulfill({ response });
  });
  await page.reload();
  await isLive(page);
  await expect(resultCards(page)).toHaveCount(0);
  await pressRun(page);
  show();
  await expect(resultCards(page)).toHaveCount(2);
  const newest = await waitForOutcome(page, 'Success');
  await expect(newest.getByRole('grid')).toBeVisible();
  await expect(resultCards(page).getByRole('grid')).toHaveCount(1);
  // Code that is loaded ahead may still be passing through the handler.
  await page.unrouteAll({ behavior: 'wait' });
});

test("a run that starts after the person has left its page does not change the next page's address", {
  tag: '@long',
}, async ({ page }) => {
  await openCommand(page, 'Monthly revenue');
  const start = await holdRequests(page, '**/run-async-ii');
  await pressRun(page);
  await expect(resultCards(page)).toHaveCount(1);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Results' })).toHaveCount(0);
  await holdTime(page);
  const started = page.waitForResponse('**/run-async-ii');
  start();
  await (await started).finished();
  // First the page handles the response, then what it delayed.
  await page.evaluate(() => fetch('/healthz').then((response) => response.text()));
  await page.clock.runFor(5_000);
  expect(new URL(page.url()).search + new URL(page.url()).hash).not.toMatch(/run/i);
});

test("a command that changes data asks first, and its failure shows the database's words", async ({
  page,
}) => {
  await openCommand(page, 'Refund an order');
  await field(page, 'Order ID').fill('99999999');
  await field(page, 'Reason').fill('Damaged on arrival');
  await pressRun(page, 'Refund');
  const question = page.getByRole('dialog', { name: 'Run “Refund an order”?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(resultCards(page)).toHaveCount(0);
  await pressRun(page, 'Refund', { agree: true });
  const card = await waitForOutcome(page, 'Failed');
  await expect(card.getByText('There is no order 99999999.')).toBeVisible();
  await expect(card.getByText('Look the number up with find_orders.')).toBeVisible();
  await expect(card.getByText('P0002')).toBeHidden();
  await card.getByText('Technical details').click();
  await expect(card.getByText('P0002')).toBeVisible();
  await card.getByRole('button', { name: 'Copy for an engineer' }).click();
  await expect(page.getByText('Error copied to clipboard')).toBeVisible();
  const report = await page.evaluate(() => navigator.clipboard.readText());
  expect(report).toMatch(/^Refund an order failed for Dana Lee .*There is no order 99999999\..*Code: P0002/s);
  expect(report).toMatch(/Values: Order ID 99999999 · Reason Damaged on arrival\nRun: http.*#run-\d+$/);
  await expect(field(page, 'Reason')).toHaveValue('Damaged on arrival');
  await expectAccessible(page);
});

test('a slow run is listed in the bar on every page, and its end stands in the title of a tab left behind', {
  tag: '@long',
}, async ({ page }) => {
  await openCommand(page, 'Count the stock');
  await field(page, 'Seconds').fill('300');
  await pressRun(page, 'Count', { agree: true });
  const running = page.getByRole('button', { name: '1 running' });
  await running.waitFor();
  await expectAccessible(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await running.click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: /^Count the stock/ }).click();
  const card = resultCards(page).first();
  await expect(card.getByText('Command is running...')).toBeVisible();
  // The browser under test never hides a tab.
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  await card.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveTitle(/^Canceled: Count the stock · /);
  await expect(running).toBeHidden();
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page).not.toHaveTitle(/Canceled/);
});

test('the last runs of a command are below its form, and open there', { tag: '@long' }, async ({ page }) => {
  await openCommand(page, 'Monthly revenue');
  await pressRun(page);
  await waitForOutcome(page, 'Success');
  await openCommand(page, 'Monthly revenue');
  const last = page.getByRole('region', { name: 'Last runs' });
  await last.getByRole('button').first().click();
  await waitForOutcome(page, 'Success');
  await expect(last).toBeHidden();
});

test('a press on Run asks the server for nothing but the run', { tag: '@long' }, async ({ page }) => {
  const listed = page.waitForResponse(/\/skinny-runs\?filter=kit_id/);
  await openCommand(page, 'Monthly revenue');
  await (await listed).finished();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
  await pressRun(page);
  await waitForOutcome(page, 'Success');
  expect(asked.filter((url) => /\/run-async-i+$/.test(url))).toHaveLength(2);
  // What was entered before is for those who come to a field.
  expect(asked.filter((url) => /skinny-runs\?filter=kit_id:.*filter=user_id:/.test(url))).toEqual([]);
});

test('a duplicate of a command has no runs of its own yet', { tag: '@long' }, async ({ page }) => {
  const { id } = await ownCommand(page, 'duplicated');
  const { anchor_ol: template } = await call(page, 'GET', `/deep-kits-6/${id}`);
  await call(page, 'POST', '/run-sync', { olId: template.ol_id, kitId: id, params: { amount: 1 } });
  const copy = await call(page, 'POST', `/kits/${id}/duplicate`, { name: `Again ${process.pid}` });
  for (const [command, runs] of [
    [copy.kit_id, 0],
    [id, 1],
  ]) {
    const listed = page.waitForResponse(/\/skinny-runs\?/);
    await page.goto(`/${SANDBOX.slug}/builder?id=${command}`);
    await (await listed).finished();
    await isLive(page);
    await expect(page.getByRole('region', { name: 'Last runs' }).getByRole('listitem')).toHaveCount(runs);
  }
});

test('a slow run shows its progress, and can be canceled', async ({ page }) => {
  await openCommand(page, 'Count the stock');
  await field(page, 'Seconds').fill('300');
  await pressRun(page, 'Count', { agree: true });
  const card = resultCards(page).first();
  await expect(card.getByText('Counting shelf 1 of 12: Tents')).toBeVisible();
  await expect(card.getByText('Command is running...')).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Cancel' }).click();
  await waitForOutcome(page, 'Canceled');
  await expect(card.getByText('The run was canceled').first()).toBeVisible();
});

test("a routine that was dropped since is reported in the database's words", { tag: '@long' }, async ({
  page,
  request,
}) => {
  const name = `short_lived_${process.pid}`;
  await changeSource(`
    create function shop.${name}(a integer) returns integer language sql as 'select a';
    grant execute on function shop.${name} to sample_runner`);
  const commandId = await addCommand(request, name);
  await changeSource(`drop function shop.${name}`);
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await field(page, 'a').fill('1');
  await pressRun(page);
  const card = await waitForOutcome(page, 'Failed');
  await expect(card.getByText(/short_lived.*(does not exist|no longer)/).first()).toBeVisible();
  await expectAccessible(page);
});

test.describe('a runner', () => {
  test.use({ as: 'runner' });

  test('runs a command that was shared with them', { tag: '@long' }, async ({ page }) => {
    await openCommand(page, 'Look up products');
    await field(page, 'SKUs').fill('TEN-0001,BOO-0007,');
    await pressRun(page);
    const card = await waitForOutcome(page, 'Success');
    await expect(card.getByText('2 rows')).toBeVisible();
    await expect(card.getByText('Maria Keller')).toBeVisible();
  });
});
