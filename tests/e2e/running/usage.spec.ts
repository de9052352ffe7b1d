import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { addCommand, changeSource } from '../support/sample-source';
import { field, isLive, pressRun, SANDBOX, waitForOutcome } from '../support/steps';

/** A command that no other journey uses; it fails without an alpha. */
async function ownCommand(page: Page): Promise<number> {
  const name = `counted_${process.pid}`;
  await changeSource(`
    create or replace function shop.${name}(alpha integer, beta integer) returns integer
      language plpgsql as $$ begin
        if alpha = 0 then raise exception 'No alpha'; end if;
        return alpha + beta;
      end $$;
    grant execute on function shop.${name} to sample_runner`);
  return addCommand(page.request, name);
}

async function chooseFromMore(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function runWith(page: Page, alpha: string, outcome: string): Promise<void> {
  await field(page, 'Alpha').fill(alpha);
  await field(page, 'Beta').fill('1');
  await pressRun(page);
  await waitForOutcome(page, outcome);
}

test('a form is reordered from its menu, and its usage leads to the runs in the history', {
  tag: '@long',
}, async ({ page }) => {
  const commandId = await ownCommand(page);
  const builder = `/${SANDBOX.slug}/builder?id=${commandId}`;
  await page.goto(builder);
  await isLive(page);
  const fields = page.getByRole('region', { name: 'Inputs' }).getByRole('textbox');
  await expect(fields.first()).toHaveAccessibleName(/^Alpha/);
  await chooseFromMore(page, 'Reorder inputs');
  const reordering = page.getByRole('dialog', { name: 'Reorder inputs' });
  await expect(reordering).toBeVisible();
  await expectAccessible(page);
  await reordering.getByRole('button', { name: /^Move Alpha/ }).press('ArrowDown');
  await expect(reordering.getByText('Alpha: position 2 of 2')).toBeVisible();
  await reordering.getByRole('button', { name: 'Done' }).click();
  await expect(reordering).toBeHidden();
  await expect(fields.first()).toHaveAccessibleName(/^Beta/);

  await chooseFromMore(page, 'Usage');
  const usage = page.getByRole('dialog', { name: 'Usage' });
  await expect(usage.getByText('Not run yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(usage).toBeHidden();
  await runWith(page, '1', 'Success');
  await runWith(page, '0', 'Failed');

  await page.goto(`${builder}&panel=usage:${commandId}`);
  await expect(
    usage.getByRole('img', { name: /^Bar chart of Runs per day by day: 30 values/ }),
  ).toBeVisible();
  await expect(usage.getByRole('row', { name: 'Dana Lee 2 2' })).toBeVisible();
  await expect(usage.getByText('1 (50%)')).toHaveCount(2);
  await expect(usage.getByText('Of the 1 run that succeeded in the past 30 days.')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await usage.getByRole('link', { name: 'Show in History: Past 30 days' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Runs' }).locator('tbody tr')).toHaveCount(2);
});
