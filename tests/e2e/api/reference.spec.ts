import { expect } from '@playwright/test';
import { test } from '../support/journey';

test('the reference of the API is read without a sign-in', { tag: '@long' }, async ({
  browser,
  workspace,
}) => {
  const context = await browser.newContext({ baseURL: workspace.origin });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto('/api/docs');
  await expect(page.getByRole('region', { name: 'Start here' })).toContainText('/run-sync');
  await page.getByRole('link', { name: /^Runs/ }).click();
  const operation = page.locator('.opblock').filter({ hasText: '/run-sync' });
  await operation.getByRole('button').first().click();
  await expect(operation.getByText('"customer_id"').first()).toBeVisible();
  await expect(page).toHaveURL(/#\/Runs/);
  expect(complaints).toEqual([]);
  await context.close();
});
