import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { field, openCommand } from '../support/steps';

test('a preset is saved, used, renamed, shared, and deleted', { tag: '@long' }, async ({ page }) => {
  await openCommand(page, 'Find orders');
  await page.getByRole('button', { name: 'Presets' }).click();
  const panel = page.getByRole('dialog', { name: 'Presets' });
  await expect(panel.getByText('No presets yet')).toBeVisible();
  await expect(panel.getByText('Fill in the form to save its values')).toBeVisible();
  await page.keyboard.press('Escape');

  await field(page, 'From date').fill('2026-02-03');
  await field(page, 'Row limit').fill('7');
  await page.getByRole('button', { name: 'Presets' }).click();
  await panel.getByRole('textbox', { name: 'Name' }).fill('February');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel.getByRole('heading', { name: 'February' })).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'More for February' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const renamed = panel.getByRole('textbox', { name: 'New name of February' });
  await renamed.fill('In February');
  await renamed.press('Enter');
  await expect(panel.getByRole('heading', { name: 'In February' })).toBeVisible();
  await panel.getByRole('button', { name: 'More for In February' }).click();
  await page.getByRole('menuitem', { name: 'Share with everyone' }).click();
  await expect(panel.getByRole('region', { name: 'Shared' })).toContainText('In February');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(field(page, 'Row limit')).not.toHaveValue('7');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Presets' }).click();
  await expectNoSidewaysScroll(page);
  await panel.getByRole('button', { name: 'Use these values: In February' }).click();
  await expect(panel).toBeHidden();
  await expect(field(page, 'Row limit')).toHaveValue('7');
  await expect(field(page, 'From date')).toHaveValue('2026-02-03');

  await page.getByRole('button', { name: 'Presets' }).click();
  await panel.getByRole('button', { name: 'More for In February' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete “In February”?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(panel.getByText('No presets yet')).toBeVisible();
});
