import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from './support/journey';
import { field, openCommand, pressRun, SANDBOX, waitForOutcome } from './support/steps';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a person finds, fills in, runs, and reads a command, and only tables scroll sideways', async ({
    page,
  }) => {
    await page.goto(`/${SANDBOX.slug}/commands`);
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Best sellers' }).click();
    await field(page, 'Row limit').fill('5');
    await expectNoSidewaysScroll(page);
    await pressRun(page);
    const card = await waitForOutcome(page, 'Success');
    // The result is visible without scrolling below the form.
    await expect(card.getByRole('grid')).toBeInViewport();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, '[aria-label="Results"]');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
    await expectAccessible(page, '[role="menu"]');
    await page.getByRole('menuitem', { name: 'Commands' }).click();
    await expect(page.getByRole('heading', { name: 'Commands' })).toBeVisible();
  });

  test('what a bulk run and several runs are done with is in view, in words', { tag: '@long' }, async ({
    page,
  }) => {
    await openCommand(page, 'Best sellers');
    for (const limit of ['3', '4']) {
      await field(page, 'Row limit').fill(limit);
      await pressRun(page);
      await waitForOutcome(page, 'Success');
    }
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Bulk run' }).click();
    const panel = page.getByRole('dialog', { name: 'Bulk run' });
    await panel.getByRole('textbox', { name: 'Row limit' }).fill('3\n4');
    await expect(panel.getByRole('button', { name: 'Run 2' })).toBeInViewport({ ratio: 1 });
    await expect(panel.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    await page.goto(`/${SANDBOX.slug}/history`);
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    const checks = page.getByRole('checkbox', { name: /^Select run/ });
    await checks.nth(0).check();
    await checks.nth(1).check();
    const combine = page.getByRole('button', { name: 'Download in one file' });
    await expect(combine).toBeInViewport({ ratio: 1 });
    await expect(combine).toContainText('Download');
    await expectNoSidewaysScroll(page);
  });
});

test.describe('on a phone, before any script has run', () => {
  test.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });

  for (const [page, table] of [
    ['commands', 'Commands'],
    ['org', 'Users'],
  ] as const) {
    test(`the rows of ${table} stand one below the other`, { tag: '@long' }, async ({ page: tab }) => {
      await tab.goto(`/${SANDBOX.slug}/${page}`);
      const rows = await tab.getByRole('table', { name: table }).locator('tbody tr').all();
      expect(rows.length).toBeGreaterThan(2);
      const boxes = await Promise.all(rows.map((row) => row.boundingBox()));
      for (const [index, box] of boxes.slice(1).entries()) {
        const above = boxes[index];
        expect(box?.y ?? 0).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 1);
      }
    });
  }
});

test.describe("in the reader's own colors", () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

  test('the page, the filter, and the outcome that are chosen can be told apart', { tag: '@long' }, async ({
    page,
  }) => {
    await openCommand(page, 'Best sellers');
    await pressRun(page);
    await waitForOutcome(page, 'Success');
    await page.goto(`/${SANDBOX.slug}/history`);
    const links = page.getByRole('navigation').getByRole('link');
    await expect(links.filter({ hasText: 'History' })).toHaveCSS('border-bottom-width', '4px');
    await expect(links.filter({ hasText: 'Commands' })).toHaveCSS('border-bottom-width', '0px');
    const preset = page.getByRole('button', { name: 'My runs' });
    await preset.click();
    await page.mouse.move(0, 0);
    await expect(preset).toHaveCSS('outline-style', 'solid');
    const pill = page.getByRole('table', { name: 'Runs' }).getByText('Success', { exact: true }).first();
    await expect(pill).toHaveCSS('border-style', 'solid');
    await expectAccessible(page);
  });
});

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' });

  test('every state of the builder is readable', { tag: '@long' }, async ({ page }) => {
    await openCommand(page, 'Refund an order');
    await expectAccessible(page);
    await field(page, 'Order ID').fill('nothing');
    await field(page, 'Order ID').blur();
    await expectAccessible(page);
    await field(page, 'Order ID').fill('99999999');
    await field(page, 'Reason').fill('x');
    await pressRun(page, 'Refund', { agree: true });
    await waitForOutcome(page, 'Failed');
    await expectAccessible(page);
  });
});
