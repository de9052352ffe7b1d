import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { isLive, openCommand, SANDBOX } from '../support/steps';

const library = `/${SANDBOX.slug}/commands`;

async function openLibrary(page: Page, more = ''): Promise<void> {
  await page.goto(library + more);
  await page.getByRole('table', { name: 'Commands' }).waitFor();
  await isLive(page);
}

const names = (page: Page) =>
  page.getByRole('table', { name: 'Commands' }).getByRole('link').allTextContents();

/** Creates a folder by its dialog, with a name unique to the journey. */
async function makeFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New folder' }).click();
  const panel = page.getByRole('dialog', { name: 'New folder' });
  await panel.getByRole('button', { name: 'Create' }).click();
  await expect(panel.getByText('Please enter a name')).toBeVisible();
  await expectAccessible(page);
  await panel.getByLabel('Name').fill(name);
  await panel.getByRole('button', { name: 'Create' }).click();
  // While it closes, it would be taken for the next dialog.
  await expect(panel).toBeHidden();
  await expect(page.getByRole('treeitem', { name: new RegExp(name) })).toBeVisible();
}

test('a search understands AND, OR, NOT, and parentheses, marks its matches, and is kept in the address', async ({
  page,
}) => {
  await openLibrary(page);
  await expectAccessible(page);
  await page.keyboard.press('/');
  const box = page.getByLabel('Search commands');
  await expect(box).toBeFocused();
  await box.fill('(refund OR status) AND NOT undo');
  // What only says so about itself comes after what is named so.
  const named = async () => (await names(page)).slice(0, 2);
  await expect.poll(named).toEqual(['Orders with a status', 'Refund an order']);
  await expect(page.locator('mark').first()).toBeVisible();
  await expectAccessible(page);
  // An incomplete search keeps the previous matches.
  await box.fill('(refund OR status) AND NOT undo AND (');
  await expect(box).toHaveAttribute('data-unfinished', 'true');
  expect(await named()).toEqual(['Orders with a status', 'Refund an order']);
  await box.fill('shop.best_sellers');
  await expect.poll(() => names(page)).toEqual(['Best sellers']);
  await expect(page).toHaveURL(/q=shop\.best_sellers/);
  await page.reload();
  await isLive(page);
  await expect.poll(() => names(page)).toEqual(['Best sellers']);
  await box.fill('qwertz');
  await expect(page.getByText('No commands match this search')).toBeVisible();
});

test('a folder is created, filled by keyboard and by menu, renamed, and deleted; its commands stay', {
  tag: '@long',
}, async ({ page }) => {
  await openLibrary(page);
  await makeFolder(page, 'Month end');
  const folder = page.getByRole('treeitem', { name: /Month end/ });
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('textbox').fill('month end');
  await expect(palette.locator('[data-selected]')).toHaveText(/Month end/);
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();

  const handle = page.getByRole('button', { name: 'Move Best sellers' });
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/Moving Best sellers/)).toBeAttached();
  // Keys are heard from the end of the task that starts the drag.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 5)));
  await page.keyboard.press('ArrowDown');
  await expect(folder).toHaveAttribute('data-over', 'true');
  await page.keyboard.press('Space');
  await expect(page.getByText('Moved “Best sellers” to Month end.')).toBeVisible();
  await expect(folder).toContainText('1');

  await page.getByRole('button', { name: 'Actions for Monthly revenue' }).click();
  await page.getByRole('menuitem', { name: 'Move to a folder…' }).click();
  const panel = page.getByRole('dialog', { name: 'Move to a folder' });
  await panel.getByLabel('Month end').check();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(folder).toContainText('2');

  await folder.click();
  await expect.poll(() => names(page)).toEqual(['Best sellers', 'Monthly revenue']);
  await expect(page).toHaveURL(/folder=\d+/);
  await page.getByRole('button', { name: 'Edit folder' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit folder' });
  await edit.getByLabel('Name').fill('Closing');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Closing' })).toBeVisible();
  // The panel gives the focus back once it has closed.
  await expect(page.getByRole('button', { name: 'Edit folder' })).toBeFocused();

  const tree = page.getByRole('tree', { name: 'Folders' });
  await tree.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('treeitem', { name: 'Monthly revenue' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Edit folder' }).click();
  await edit.getByRole('button', { name: 'Delete folder' }).click();
  await page.getByRole('dialog', { name: 'Delete Closing?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('treeitem', { name: /Closing/ })).toHaveCount(0);
  await expect.poll(() => names(page)).toContain('Best sellers');
});

test('a pinned command stands above the others until it is unpinned', { tag: '@long' }, async ({ page }) => {
  await openLibrary(page);
  // The list changes before the answer is there.
  const isAnswered = (method: string) =>
    page.waitForResponse(
      (response) =>
        response.request().method() === method && new URL(response.url()).pathname.includes('/pin'),
    );
  const kept = isAnswered('PUT');
  await page.getByRole('button', { name: 'Actions for Find orders' }).click();
  await page.getByRole('menuitem', { name: 'Pin to Home' }).click();
  await kept;
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  const pinned = page.getByRole('region', { name: 'Pinned' });
  await expect(pinned.getByRole('link')).toHaveText(['Find orders']);
  await expectAccessible(page);
  await page.reload();
  await isLive(page);
  await expect(pinned.getByRole('link')).toHaveText(['Find orders']);
  const forgotten = isAnswered('DELETE');
  await pinned.getByRole('button', { name: 'Unpin Find orders' }).click();
  await expect(pinned).toHaveCount(0);
  await forgotten;
});

test('the last opened command comes first in the recents, and the tab is remembered', {
  tag: '@long',
}, async ({ page }) => {
  for (const name of ['Customer profile', 'Find orders']) {
    // The page says that it was opened once it is there; leaving it sooner would cut that off.
    const noted = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/recent'),
    );
    await openCommand(page, name);
    await noted;
  }
  await openLibrary(page);
  await page.getByText('Recents', { exact: true }).click();
  await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual(['Find orders', 'Customer profile']);
  await openLibrary(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Recents' })).toBeVisible();
  await page.getByText('Commands', { exact: true }).last().click();
  await expectAccessible(page);
});

test('the people who can access a command are listed by name', { tag: '@long' }, async ({ page }) => {
  await openLibrary(page);
  const cell = page.getByRole('button', { name: /Who can access\?/ }).first();
  await cell.hover();
  await expect(page.getByRole('tooltip')).toContainText('Engineers: Dana Lee, Jonas Okafor');
  await expect(page.getByRole('tooltip')).toContainText('Runners: Maria Keller');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a row has a menu, folders are a list, and nothing scrolls sideways', { tag: '@long' }, async ({
    page,
  }) => {
    await openLibrary(page);
    await expectNoSidewaysScroll(page);
    await expect(page.getByLabel('Folder', { exact: true })).toBeVisible();
    // A screen shows more than a handful of commands.
    await expect
      .poll(async () => {
        const sixth = await page.getByRole('row').nth(5).boundingBox();
        return sixth === null ? Number.NaN : sixth.y + sixth.height;
      })
      .toBeLessThan(844);
    await page.getByRole('button', { name: 'Actions for Find orders' }).click();
    await expect(page.getByRole('menuitem', { name: 'Configure' })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Go to command' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Find orders' })).toBeVisible();
  });
});
