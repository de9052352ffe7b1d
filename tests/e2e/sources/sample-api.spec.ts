import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { field, openCommand, pressRun, waitForOutcome } from '../support/steps';

test('the support desk: a ticket is found, opened, changed and deleted', { tag: '@long' }, async ({
  page,
}) => {
  await openCommand(page, 'Find tickets');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'waiting' }).click();
  await pressRun(page);
  const found = await waitForOutcome(page, 'Success');
  await expect(found.getByRole('columnheader', { name: 'subject' })).toBeVisible();
  await expectAccessible(page);

  await openCommand(page, 'Open a ticket');
  await field(page, 'Subject').fill('Stove will not light');
  await field(page, 'Customer').fill('Ana Kovač');
  await field(page, 'Email').fill('ana@example.com');
  await pressRun(page, 'Open ticket', { agree: true });
  const opened = await waitForOutcome(page, 'Success');
  await expect(opened.getByText('"Stove will not light"')).toBeVisible();

  await openCommand(page, 'Find tickets');
  // The earlier choice is still there.
  await page.getByRole('button', { name: 'Clear' }).click();
  await field(page, 'Search').fill('stove will not');
  await pressRun(page);
  const newest = (await waitForOutcome(page, 'Success')).getByRole('gridcell').first();
  await expect(newest).toHaveText(/^\d+$/);
  const number = (await newest.textContent()) ?? '';

  await openCommand(page, 'Change a ticket');
  await field(page, 'Ticket number').fill(number);
  await page.getByRole('combobox', { name: 'Assignee' }).click();
  await page.getByRole('option', { name: 'Priya Nair' }).click();
  await pressRun(page, 'Change', { agree: true });
  await expect((await waitForOutcome(page, 'Success')).getByText('"Priya Nair"')).toBeVisible();

  await openCommand(page, 'Delete a ticket');
  await field(page, 'Ticket number').fill(number);
  await pressRun(page, 'Delete', { agree: true });
  await waitForOutcome(page, 'Success');
});

test('an API returns pictures, pages of text, and readable errors', { tag: '@long' }, async ({ page }) => {
  await openCommand(page, 'Show an attachment');
  await pressRun(page);
  const picture = (await waitForOutcome(page, 'Success')).getByRole('img', { name: /torn-tent\.png/ });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  await expectAccessible(page);

  await openCommand(page, 'The week at the desk');
  await pressRun(page);
  const week = await waitForOutcome(page, 'Success');
  await expect(week.getByRole('heading', { name: 'The week until 2026-06-30' })).toBeVisible();

  await openCommand(page, 'Tickets for a spreadsheet');
  await pressRun(page);
  const table = await waitForOutcome(page, 'Success');
  await expect(table.getByRole('columnheader', { name: 'customer' })).toBeVisible();
  await expect(table.getByRole('gridcell', { name: '1003', exact: true })).toBeVisible();
  await expectAccessible(page);

  await openCommand(page, 'Pay a customer back');
  await pressRun(page, 'Pay back', { agree: true });
  const refused = await waitForOutcome(page, 'Failed');
  await expect(
    refused.getByText(/^The API answered 422 Unprocessable Entity: The card of .* expired/),
  ).toBeVisible();
  await expect(refused.getByText(/Ask for bank details, and refund by transfer/).last()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test('a slow report of an API is canceled', { tag: '@long' }, async ({ page }) => {
  await openCommand(page, 'Measure response times');
  await field(page, 'Seconds').fill('100');
  const started = page.waitForResponse('**/run-async-ii');
  await pressRun(page);
  await started;
  await page.getByRole('button', { name: 'Cancel' }).click();
  await waitForOutcome(page, 'Canceled');
});

test('a run that is canceled before it starts ends as canceled, and not as an error', {
  tag: '@long',
}, async ({ page }) => {
  await openCommand(page, 'Measure response times');
  await field(page, 'Seconds').fill('100');
  let start = () => {};
  const canStart = new Promise<void>((resolve) => {
    start = resolve;
  });
  await page.route('**/run-async-ii', async (route) => {
    await canStart;
    await route.continue();
  });
  const canceled = page.waitForResponse((response) => response.url().endsWith('/cancel'));
  const answered = page.waitForResponse('**/run-async-ii');
  await pressRun(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect((await canceled).ok()).toBe(true);
  start();
  expect(await (await answered).json()).toMatchObject({ status: 'failed' });
  await waitForOutcome(page, 'Canceled');
});
