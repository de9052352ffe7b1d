import { expect, type Locator, type Page } from '@playwright/test';
import { SEARCHED_RUNS } from '@/lib/contract/runs/history';
import { addOldRuns, takeAwayOldRuns } from '../support/extra-runs';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import {
  field,
  findAndChoose,
  holdRequests,
  isLive,
  openCommand,
  pressRun,
  resultCards,
  SANDBOX,
  waitForOutcome,
} from '../support/steps';

/** A customer that no other journey uses. Its number is part of no other number. */
const customer = (index: number): string => String(1_000_000_000 + index);

const HISTORY = `/${SANDBOX.slug}/history`;

/** The rows of the history, without the header. */
const rows = (page: Page): Locator => page.getByRole('table', { name: 'Runs' }).locator('tbody tr');

/** Opens the history by its address. Its rows are rendered before they can be clicked. */
async function openHistory(page: Page, query = ''): Promise<void> {
  await page.goto(HISTORY + query);
  await isLive(page);
}

async function lookUp(page: Page, customerId: string): Promise<void> {
  await openCommand(page, 'Customer profile');
  await field(page, 'Customer ID').fill(customerId);
  await pressRun(page);
  await waitForOutcome(page, 'Success');
}

test('from a run in the history back to its form, with the same values', async ({ page }) => {
  await lookUp(page, customer(1));
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  await expect(rows(page).first()).toContainText(`Customer ID ${customer(1)}`);
  await expect(rows(page).first()).toContainText('Dana Lee');
  await expectAccessible(page);
  await rows(page).first().getByRole('link', { name: 'Customer profile' }).click();
  const panel = page.getByRole('dialog', { name: 'Customer profile' });
  await expect(panel.getByText(customer(1), { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/panel=run(:|%3A)\d+/);
  await expectAccessible(page);
  await panel.getByRole('link', { name: 'Change and run again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Customer profile' })).toBeVisible();
  await expect(field(page, 'Customer ID')).toHaveValue(customer(1));
  await expect(page).not.toHaveURL(/injectParamsFrom/);
  await expect(resultCards(page).first()).toContainText('Success');
});

test('search, filters, and the switch are kept in the address, and are removed one by one', {
  tag: '@long',
}, async ({ page }) => {
  await lookUp(page, customer(2));
  await openHistory(page);
  await page.keyboard.press('/');
  await page.keyboard.type(customer(2));
  await expect(page).toHaveURL(new RegExp(`q=${customer(2)}`));
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Add filter' }).click();
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: 'Failed' }).check();
  // A day is typed or picked. Picking it keeps the filters open.
  await page.getByLabel('Since').fill('2020-02-30');
  await page.getByLabel('Until').fill('2120-01-31');
  await expect(page.getByText('Write a date as YYYY-MM-DD')).toBeVisible();
  await page.getByLabel('Since').fill('2020-02-29');
  await page.getByRole('button', { name: 'Open the calendar' }).first().click();
  await page.getByRole('button', { name: /^1 February 2020/ }).click();
  await expect(page.getByLabel('Since')).toHaveValue('2020-02-01');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Since .*2020/ })).toBeVisible();
  await expect(page.getByText('No runs match these filters')).toBeVisible();
  await expect(page).toHaveURL(/status=failed/);
  await expectAccessible(page);
  await page.reload();
  await isLive(page);
  await page.getByRole('button', { name: 'Status: failed' }).click();
  await expect(rows(page)).toHaveCount(1);
  // The address follows what is shown.
  await expect(page).not.toHaveURL(/status=/);
  await page.goBack();
  await expect(page.getByText('No runs match these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('switch', { name: 'Dropdown runs' }).check();
  await expect(page).toHaveURL(/dropdowns=true/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Dropdown runs: listed' }).click();
  await expect(page).not.toHaveURL(/dropdowns=/);
});

test('common filters take one press, people and commands are picked, and what is found is exported', {
  tag: '@long',
}, async ({ page }) => {
  await lookUp(page, customer(7));
  await openHistory(page);
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page).toHaveURL(/since=\d{4}-\d{2}-\d{2}/);
  await page.getByRole('button', { name: 'My runs' }).click();
  await expect(page.getByRole('button', { name: 'Person: Dana Lee' })).toBeVisible();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await findAndChoose(page.getByRole('combobox', { name: 'Command' }), 'customer prof', /Customer profile/);
  await expect(page).toHaveURL(/kit_id/);
  await page.keyboard.press('Escape');
  await expect(rows(page).first()).toContainText('Customer profile');

  // A chosen person is named even where no listed run is theirs and no search found them.
  await openHistory(page, '?filter=user_id:demo-maria');
  await expect(page.getByRole('button', { name: 'Person: Maria Keller' })).toBeVisible();
  await page.getByRole('button', { name: 'Add filter' }).click();
  const person = page.getByRole('combobox', { name: 'Person' });
  await expect(person).toHaveValue(/^Maria Keller/);
  await person.fill('nobody at all');
  await expect(page.getByText('No one by that name')).toBeVisible();
  await findAndChoose(person, 'okafor', /Jonas Okafor/);
  await expect(page).toHaveURL(/user_id:demo-jonas/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.goto(`/${SANDBOX.slug}/audit?person=demo-jonas`);
  await isLive(page);
  await expect(page.getByRole('button', { name: 'Person: Jonas Okafor' })).toBeVisible();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await expect(person).toHaveValue(/^Jonas Okafor/);
  const goOn = await holdRequests(page, /members\?.*nobody/);
  await person.fill('nobody at all');
  await expect(page.getByText('Searching…')).toBeVisible();
  goOn();
  await expect(page.getByText('No one by that name')).toBeVisible();
  await findAndChoose(person, 'keller', /Maria Keller/);
  await expect(page).toHaveURL(/person=demo-maria/);
  await expect(page.getByRole('button', { name: 'Person: Maria Keller' })).toBeVisible();

  await openHistory(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^history-sandbox-1-.*\.csv$/);
});

test.describe('with more runs than a short text is searched in', () => {
  test.afterAll(takeAwayOldRuns);

  test('a search says how far back it went, and goes further', { tag: '@long' }, async ({ page }) => {
    await lookUp(page, customer(6));
    await addOldRuns(SEARCHED_RUNS, '§§');
    await openHistory(page, `?q=${encodeURIComponent('§§')}`);
    const reach = page.getByText(/^Looked through the newest 12,000 runs, back to .*2020/);
    await expect(reach).toBeVisible();
    await expect(page.getByText('No runs match “§§”')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Look further' }).click();
    await expect(page).toHaveURL(/depth=60000/);
    await expect(rows(page)).toHaveCount(1);
    // There is nothing further to search.
    await expect(reach).toBeHidden();
    await page.reload();
    await isLive(page);
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByText(/^Looked through/)).toBeHidden();
    await page.goBack();
    await expect(reach).toBeVisible();
  });
});

test('a run in progress is followed to its end, and canceled from the history', { tag: '@long' }, async ({
  page,
}) => {
  await openCommand(page, 'Count the stock');
  await field(page, 'Seconds').fill('300');
  await pressRun(page, 'Count', { agree: true });
  await resultCards(page).first().getByText('Counting shelf 1 of 12').waitFor();
  await expect(page).toHaveURL(/#run-\d+$/);
  const [runId] = /\d+$/.exec(page.url()) ?? [];
  await page.getByRole('link', { name: 'History' }).click();
  const row = rows(page).filter({ has: page.locator(`a[href$="run:${runId}"]`) });
  await expect(row).toContainText('Running');
  // It is canceled where the person sees it.
  await row.getByRole('button', { name: /^Actions for run/ }).click();
  await page.getByRole('menuitem', { name: 'Cancel' }).click();
  await expect(row).toContainText('Canceled');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' });

  test('runs are read as cards, and nothing scrolls sideways', { tag: '@long' }, async ({ page }) => {
    await lookUp(page, customer(5));
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('menuitem', { name: 'History' }).click();
    await expect(rows(page).first()).toContainText(`Customer ID ${customer(5)}`);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await expect(rows(page).first().getByRole('checkbox')).toBeHidden();
    await page.getByRole('button', { name: 'Select' }).click();
    await rows(page).first().getByRole('checkbox').check();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(rows(page).first().getByRole('checkbox')).toBeHidden();
    await rows(page).first().getByRole('link').click();
    await expect(page.getByRole('dialog').getByText(customer(5), { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
