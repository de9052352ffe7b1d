import { expect } from '@playwright/test';
import { holdFetchingAhead } from '../../support/app/script-bytes';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { isLive } from '../support/steps';

test.describe('every control of the form', () => {
  test.use({ as: null });

  test('is there in every state, with a name, accessible in light and dark', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/sandflox');
    await isLive(page);
    await expect(page.locator('.cm-content').first()).toBeVisible();
    await expect(page.getByText('Must be a whole number')).toBeVisible();
    await expect(page.getByText('Must be one of: happy, content, sad')).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
  });

  test('edits its value: numbers keep their digits, commas separate tags, and search narrows thousands of choices', async ({
    page,
  }) => {
    await page.goto('/sandflox');
    await isLive(page);
    await page.getByLabel('numbers').fill('1, 2,3,');
    await expect(page.locator('[data-field="numbers"]').getByText('3', { exact: true })).toBeVisible();
    await page.getByLabel('locations').fill('Paris, France;Bern, Switzerland;');
    await expect(page.getByText('Paris, France', { exact: true })).toBeVisible();
    await page.getByRole('combobox', { name: 'enum_of_thousands' }).fill('choice 1999');
    await page.getByRole('option', { name: 'choice 1999' }).click();
    await expect(page.getByRole('combobox', { name: 'enum_of_thousands' })).toHaveValue('choice 1999');
    await page.getByRole('textbox', { name: 'bigint' }).fill('9223372036854775808');
    await page.getByRole('textbox', { name: 'bigint' }).blur();
    await expect(page.getByText('Must be at most 9223372036854775807')).toBeVisible();
  });

  test('a list of choices opens on a click, typing, or an arrow key, but not on focus', {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto('/sandflox');
    await isLive(page);
    const choice = page.getByRole('combobox', { name: 'enum_of_thousands' });
    await expect(choice).toBeEditable();
    await choice.focus();
    await expect(choice).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('option')).toHaveCount(0);
    await choice.click();
    await expect(page.getByRole('option').first()).toBeVisible();
  });

  test('a list of choices that is still loading opens for a person who clicked it, and stays in place', {
    tag: '@long',
  }, async ({ page }) => {
    await holdFetchingAhead(page);
    await page.goto('/sandflox');
    await isLive(page);
    const choice = page.getByRole('combobox', { name: 'enum_of_thousands' });
    await choice.scrollIntoViewIfNeeded();
    await expect(choice).not.toBeEditable();
    const place = await choice.boundingBox();
    await choice.click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await expect(choice).toBeFocused();
    expect(await choice.boundingBox()).toEqual(place);
    await page.keyboard.type('choice 1999');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(choice).toHaveValue('choice 1999');
  });

  test('nested values are filled in part by part, or as JSON', { tag: '@long' }, async ({ page }) => {
    await page.goto('/sandflox');
    await isLive(page);
    const orders = page.getByRole('group', { name: 'composites' });
    await orders.getByRole('button', { name: 'Add an item' }).click();
    const second = orders.getByRole('group', { name: 'Item 2' });
    await second.getByLabel('sku').fill('SKU-204');
    await second.getByLabel('quantity').fill('x');
    await second.getByLabel('quantity').blur();
    await expect(page.getByText('Item 2: quantity: Must be a whole number')).toBeVisible();
    await expect(second.getByLabel('quantity')).toHaveAttribute('aria-invalid', 'true');
    await expect(second.getByLabel('sku')).not.toHaveAttribute('aria-invalid');
    await second.getByLabel('quantity').fill('3');
    // Half-written JSON in one part leaves the others as they are.
    await second.getByRole('textbox', { name: 'extras' }).fill('{"wrap":');
    await second.getByLabel('sku').fill('SKU-205');
    // Leaving the other field reports the error here; the person types afterward.
    await second.getByRole('textbox', { name: 'extras' }).click();
    await expect(page.getByText('Invalid JSON format')).toBeVisible();
    await second.getByRole('textbox', { name: 'extras' }).fill('{"wrap":true}');
    await orders.getByRole('button', { name: 'Edit as JSON' }).click();
    await expect(orders.locator('.cm-content')).toContainText('SKU-205');
    await expect(orders.locator('.cm-content')).toContainText('wrap');
    await orders.getByRole('button', { name: 'Edit as fields' }).click();
    await orders.getByRole('button', { name: 'Remove item 1' }).click();
    await expect(orders.getByRole('group', { name: 'Item 1' }).getByLabel('sku')).toHaveValue('SKU-205');
  });

  test('an impossible day is adjusted to the last of its month, with a message', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/sandflox');
    await isLive(page);
    const date = page.getByRole('textbox', { name: 'date', exact: true });
    await date.fill('2026-01-31');
    await date.fill('2026-02-31');
    await date.blur();
    await expect(date).toHaveValue('2026-02-28');
    await expect(page.getByText('Warning! The date was adjusted to be valid.')).toBeVisible();
  });
});
