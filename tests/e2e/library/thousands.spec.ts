import { expect } from '@playwright/test';
import { fillOrganization } from '../support/extra-person';
import { expectAccessible, test } from '../support/journey';
import { holdRequests, isLive } from '../support/steps';

const HANNA = 'demo-hanna';
const COMMANDS = 1_200;

test.use({ as: null, somebodyNew: { userId: HANNA, name: 'Hanna Vogel' } });

test('a library of thousands shows its first commands before the others, and counts or finds nothing too early', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/sign-in');
  await isLive(page);
  await page.getByRole('button', { name: /Hanna Vogel/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.goto('/hannas-org/commands');
  await fillOrganization('hannas-org', COMMANDS);

  const release = await holdRequests(page, /\/skinny-kits\?/);
  await page.reload({ waitUntil: 'domcontentloaded' });
  const table = page.getByRole('table', { name: 'Commands' });
  const all = page.getByRole('treeitem', { name: /All commands/ });
  await expect(table.getByRole('link').first()).toHaveText('Count shelf 0001');
  await isLive(page);
  await expect(all).toHaveText('All commands');
  await expectAccessible(page);
  await page.getByRole('treeitem', { name: 'Stock' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Stock' })).toBeVisible();
  // The address is written a moment later.
  await expect(page).toHaveURL(/folder=/);
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(table.getByRole('link').first()).toHaveText('Count shelf 0011');
  await isLive(page);
  await page.getByLabel('Search commands').fill('shelf AND 1200');
  await expect(table).toHaveCount(0);
  await expect(page.getByText('No commands match this search')).toHaveCount(0);

  release();
  await expect(table.getByRole('link')).toHaveText(['Count shelf 1200']);
  await page.getByLabel('Clear the search').click();
  await expect(all).toHaveText(`All commands${COMMANDS}`);
  await expect(page.getByRole('treeitem', { name: /Stock/ })).toHaveText(`Stock${COMMANDS - 10}`);
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Hidden commands' }).click();
  await expect(page.getByText('Nothing is hidden')).toBeVisible();
});
