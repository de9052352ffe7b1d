import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/journey';
import {
  builderPath,
  field,
  holdRequests,
  isLive,
  openCommand,
  pressRun,
  resultCards,
  waitForOutcome,
} from '../support/steps';

test('an error appears next to its field when the person leaves it, and goes when it is fixed', {
  tag: '@long',
}, async ({ page }) => {
  await openCommand(page, 'Find orders');
  await field(page, 'From date').fill('2026-02-30');
  await field(page, 'Row limit').fill('99999999999');
  await field(page, 'Row limit').blur();
  await expect(page.getByText('Must be at most 2147483647')).toBeVisible();
  await expect(page.getByText('Must be a date such as 2026-11-20')).toBeVisible();
  await expect(field(page, 'Row limit')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await field(page, 'Row limit').fill('7');
  await expect(page.getByText('Must be at most 2147483647')).toBeHidden();
});

test('a run with missing required inputs is stopped, naming them', { tag: '@long' }, async ({ page }) => {
  await openCommand(page, 'Refund an order');
  await field(page, 'Amount').fill('12.50');
  await pressRun(page, 'Refund');
  const stop = page.getByRole('region', { name: 'Inputs' }).getByRole('alert');
  await expect(stop).toHaveText('Fill in Order ID and Reason.');
  await expect(field(page, 'Order ID')).toBeFocused();
  await expectAccessible(page);
  await field(page, 'Order ID').fill('12');
  await expect(stop).toHaveText(/^Fill in Reason\./);
  await expect(resultCards(page)).toHaveCount(0);
});

test('values that the source can judge can be fixed, or run anyway', { tag: '@long' }, async ({ page }) => {
  await openCommand(page, 'Find orders');
  await field(page, 'Row limit').fill('99999999999');
  await pressRun(page);
  const dialog = page.getByRole('dialog', { name: 'Invalid input' });
  await expect(dialog.getByText('Some of the input values are invalid')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Go back and fix' }).click();
  await expect(field(page, 'Row limit')).toBeFocused();

  await pressRun(page);
  await dialog.getByRole('button', { name: 'Run anyway' }).click();
  const card = await waitForOutcome(page, 'Failed');
  await expect(card.getByText('Run anyway')).toBeVisible();
  await expect(card.getByText(/out of range for type integer/).first()).toBeVisible();
});

test('values of one command are not in the form of the next, and what is typed right after Ctrl+K finds it', async ({
  page,
}) => {
  await openCommand(page, 'Find orders');
  await field(page, 'Customer name').fill('Weber');
  await field(page, 'Row limit').fill('7');
  await expect(page).toHaveURL(/params=/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Best sell');
  await expect(page.getByRole('dialog').locator('[data-selected]')).toHaveText(/Best sellers/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Best sellers' })).toBeVisible();
  await expect(field(page, 'Row limit')).toHaveValue('');
  await page.goBack();
  await expect(field(page, 'Row limit')).toHaveValue('7');
});

test('typed values are still there after a reload, and after a failed run', async ({ page }) => {
  await openCommand(page, 'Undo a refund');
  await field(page, 'Order ID').fill('99999998');
  await pressRun(page, 'Undo', { agree: true });
  await waitForOutcome(page, 'Failed');
  await expect(field(page, 'Order ID')).toHaveValue('99999998');
  await page.reload();
  await expect(field(page, 'Order ID')).toHaveValue('99999998');
  // Only the draft restores it if the address holds no values.
  await openCommand(page, 'Undo a refund');
  await expect(field(page, 'Order ID')).toHaveValue('99999998');
});

test('values that have changed data are not offered again at once, and are confirmed one by one', {
  tag: '@long',
}, async ({ page }) => {
  await openCommand(page, 'Refund an order');
  await field(page, 'Order ID').fill('10250');
  await field(page, 'Reason').fill('Torn seam');
  await field(page, 'Amount').fill('1.00');
  await pressRun(page, 'Refund');
  const question = page.getByRole('dialog', { name: 'Run “Refund an order”?' });
  await expect(question.getByRole('definition')).toHaveText(['10250', 'Torn seam', '1.00']);
  await question.getByRole('button', { name: 'Refund' }).click();
  await waitForOutcome(page, 'Success');
  await expect(field(page, 'Order ID')).toHaveValue('10250');
  await openCommand(page, 'Refund an order');
  await expect(field(page, 'Order ID')).toHaveValue('');
  await expect(field(page, 'Reason')).toHaveValue('');
});

test('spaces around the items of a list are removed, however it is entered', { tag: '@long' }, async ({
  page,
}) => {
  await openCommand(page, 'Look up products');
  await field(page, 'SKUs').pressSequentially('TEN-0001, BOO-0007');
  await page.keyboard.press('Control+Enter');
  const card = await waitForOutcome(page, 'Success');
  await expect(card.getByRole('grid').getByRole('row')).toHaveCount(3);
});

test('a press on Run counts although the field that it leaves grows', async ({ page }) => {
  await openCommand(page, 'Look up products');
  await field(page, 'SKUs').pressSequentially('TEN-0001 BOO-0007 '.repeat(10));
  await page.getByRole('button', { name: 'Run', exact: true }).hover();
  await page.mouse.down();
  // By then, a field that was left has its new height.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await page.mouse.up();
  await waitForOutcome(page, 'Success');
});

test('text typed before the page has loaded is kept', { tag: '@long' }, async ({ page }) => {
  const release = await holdRequests(page, '**/_next/static/**/*.js');
  const sku = field(page, 'SKUs');
  await page.goto(await builderPath(page, 'Look up products'), { waitUntil: 'commit' });
  await sku.fill('TEN-0001, BOO-0007');
  release();
  await isLive(page);
  await expect(page.locator('[data-field="skus"]').getByText('TEN-0001', { exact: true })).toBeVisible();
  await expect(page.locator('[data-field="skus"]').getByText('BOO-0007', { exact: true })).toBeVisible();
});

test.describe('after an update that took away the code of the open page', () => {
  test.use({ expectedComplaints: [/ERR_FAILED|ChunkLoadError/] });

  test('the missing part is named, and the page is reloaded with the typed values', { tag: '@long' }, async ({
    page,
  }) => {
    let isGone = false;
    await page.route('**/_next/static/chunks/**', (route) => (isGone ? route.abort() : route.continue()));
    await openCommand(page, 'Find orders');
    await field(page, 'Customer name').fill('Lena');
    await field(page, 'Customer name').blur();
    isGone = true;
    // The page may ask for another part first, and be replaced before the button can be pressed.
    const calendar = page.getByRole('button', { name: 'Open the calendar' }).first();
    void calendar.click().catch(() => undefined);
    await expect(page.getByText('A part of this page did not load')).toBeVisible();
    isGone = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(field(page, 'Customer name')).toHaveValue('Lena');
  });
});
