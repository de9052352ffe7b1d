import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { field, isLive, openCommand, pressRun, resultCards, waitForOutcome } from '../support/steps';

test('two runs are compared: their values, and the rows that differ', async ({ page }) => {
  await openCommand(page, 'Find orders');
  await field(page, 'Row limit').fill('3');
  await pressRun(page);
  await waitForOutcome(page, 'Success');
  await field(page, 'Row limit').fill('5');
  await pressRun(page);
  await expect(resultCards(page)).toHaveCount(2);
  await waitForOutcome(page, 'Success');

  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
  await isLive(page);
  const checks = page.getByRole('table', { name: 'Runs' }).getByRole('checkbox', { name: /^Select run/ });
  await checks.nth(0).check();
  await checks.nth(1).check();
  await page.getByRole('link', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Compare runs' })).toBeVisible();
  const values = page.getByRole('region', { name: 'Values' });
  await expect(values.getByRole('row', { name: /Row limit/ })).toContainText('35');
  const rows = page.getByRole('region', { name: 'Rows', exact: true });
  await expect(rows.getByText('2 rows differ')).toBeVisible();
  await expect(rows.getByText('+ 2 added')).toBeVisible();
  // Each side says it.
  await expect(rows.getByText('3 rows the same')).toHaveCount(2);
  await expectAccessible(page);

  await rows.getByText('One column').click();
  await rows.getByRole('switch', { name: 'Hide rows that are the same' }).click();
  await expect(rows.getByRole('row')).toHaveCount(6);
  const { searchParams: before } = new URL(page.url());
  await page.getByRole('button', { name: 'Swap A and B' }).click();
  await expect(rows.getByText('− 2 removed')).toBeVisible();
  // The address is written a moment later.
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('a') === before.get('b'));
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.reload();
  await expect(rows.getByText('− 2 removed')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Choose another run as A' }).click();
  await page.getByRole('menuitem').nth(1).click();
  await expect(rows.getByText('All rows are the same')).toBeVisible();
});
