import { expect } from '@playwright/test';
import { test } from '../support/journey';
import { field, isLive, openCommand, resultCards, SANDBOX, waitForOutcome } from '../support/steps';

test('by keyboard alone: find, open, fill in, run, read the details, and back', async ({ page }) => {
  await page.goto(`/${SANDBOX.slug}/commands`);
  await expect(page.getByRole('link', { name: 'Monthly revenue' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('monthly');
  const link = page.getByRole('link', { name: 'Monthly revenue' });
  // All of it has been searched for, and not only its first letters.
  await expect(page.getByRole('table', { name: 'Commands' }).getByRole('link')).toHaveText([
    'Monthly revenue',
  ]);
  await page.keyboard.press('Tab');
  for (
    let steps = 0;
    steps < 10 && !(await link.evaluate((node) => node === document.activeElement));
    steps += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Monthly revenue' }).waitFor();
  const year = field(page, 'Year');
  await year.focus();
  await page.keyboard.type('2025');
  await page.keyboard.press('Control+Enter');
  const card = await waitForOutcome(page, 'Success');
  await expect(card.getByText('12 rows')).toBeVisible();
  // Running keeps the keyboard focus in place.
  await expect(year).toBeFocused();
  await card.getByRole('button', { name: /Details of this run/ }).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: /^Run \d+/ });
  await expect(panel.getByText('2025')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(card.getByRole('button', { name: /Details of this run/ })).toBeFocused();
});

test('Enter in the search opens the first match, arrow down goes into the list, and Tab goes to the form', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`/${SANDBOX.slug}/commands`);
  await isLive(page);
  await page.keyboard.press('/');
  await page.keyboard.type('revenue');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'Monthly revenue' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'Revenue of a day' })).toBeFocused();
  await page.keyboard.press('/');
  // Right away, before the search has run: the first of the old rows is not opened.
  await page.getByRole('searchbox').fill('find orders');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Find orders' }).waitFor();
  await expect(page.getByRole('region', { name: 'Inputs' })).toBeFocused();
  // The code of a field may come a moment after the form.
  await expect(field(page, 'Customer name')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(field(page, 'Customer name')).toBeFocused();
});

test('the focus returns to the button of a menu, and of a panel opened from a menu', {
  tag: '@long',
}, async ({ page }) => {
  await openCommand(page, 'Find orders');
  const more = page.getByRole('button', { name: 'More' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Previous runs' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Previous runs' })).toBeFocused();
  for (const name of ['Usage', 'JSON input']) {
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'JSON input' }).waitFor();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'JSON input' })).toBeHidden();
  await expect(more).toBeFocused();
});

test('Escape closes a menu whose items had to be loaded, and the first of them had the focus', {
  tag: '@long',
}, async ({ page }) => {
  await openCommand(page, 'Find orders');
  const others = page.getByRole('button', { name: 'Other commands of this folder' });
  await others.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(others).toBeFocused();
});

test('Enter on Run runs, and runs again, without moving the focus', { tag: '@long' }, async ({ page }) => {
  await openCommand(page, 'Revenue of a day');
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await run.focus();
  await page.keyboard.press('Enter');
  await waitForOutcome(page, 'Success');
  await expect(run).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(resultCards(page)).toHaveCount(2);
  // Other journeys count what is running.
  await waitForOutcome(page, 'Success');
});

test('Escape closes the question, and nothing runs', { tag: '@long' }, async ({ page }) => {
  await openCommand(page, 'Undo a refund');
  await field(page, 'Order ID').focus();
  await page.keyboard.type('99999997');
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('dialog', { name: 'Run “Undo a refund”?' });
  await expect(question.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(resultCards(page)).toHaveCount(0);
});

test('arrows go through the tabs of Configure, Escape goes back one thing at a time, and the focus follows', {
  tag: '@long',
}, async ({ page }) => {
  await openCommand(page, 'Find orders');
  await page.getByRole('button', { name: 'Configure', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Configure Find orders' });
  const tab = (name: string) => panel.getByRole('tab', { name });
  // The panel takes the focus a moment after it opens.
  await expect(panel.locator(':focus')).toBeVisible();
  await tab('Command').focus();
  for (const name of ['Inputs', 'Output', 'Scheduled jobs', 'Webhooks', 'Changelog']) {
    await page.keyboard.press('ArrowRight');
    await expect(tab(name)).toBeFocused();
  }
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('textbox', { name: 'Name' })).toBeVisible();
  await expect(tab('Command')).toBeFocused();

  // A question above the panel leaves the panel open.
  const remove = panel.getByRole('button', { name: 'Delete this command' });
  await remove.press('Enter');
  const question = page.getByRole('dialog', { name: /Delete/ });
  // Before the question has the focus, the key is still for the panel.
  await expect(question.getByRole('button', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(remove).toBeFocused();

  // A panel above it gives the focus back.
  await tab('Inputs').click();
  const input = panel.getByRole('button', { name: /Customer/ }).first();
  await input.press('Enter');
  await expect(page.getByRole('dialog', { name: /^Edit / })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(input).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
