import { expect } from '@playwright/test';
import { test } from '../support/journey';

test('the reference of the API is read and searched without a sign-in', async ({ browser, workspace }) => {
  const context = await browser.newContext({ baseURL: workspace.origin });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto('/api/docs');
  await expect(page.getByRole('region', { name: 'Start here' })).toContainText('/run-sync');
  await expect(page.locator('.opblock-tag').nth(5)).toBeVisible();
  await expect(page.locator('.opblock')).toHaveCount(0);
  await page.getByRole('link', { name: /^Runs/ }).click();
  const operation = page.locator('.opblock').filter({ hasText: '/run-sync' });
  await operation.getByRole('button').first().click();
  await expect(operation.getByText('"customer_id"').first()).toBeVisible();
  await expect(page).toHaveURL(/#\/Runs/);
  await page.getByPlaceholder('Filter by tag or path').fill('history newest');
  await expect(page.locator('.opblock-summary-path').first()).toContainText('/skinny-runs');
  expect(complaints).toEqual([]);
  await context.close();
});
