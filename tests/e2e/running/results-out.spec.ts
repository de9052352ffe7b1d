import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';

import {
  field,
  findAndChoose,
  isLive,
  openCommand,
  pressRun,
  resultCards,
  SANDBOX,
  waitForOutcome,
} from '../support/steps';

const people = (panel: Locator) => panel.getByRole('textbox', { name: 'People' });

async function lookUp(page: Page, customerId: string): Promise<void> {
  await openCommand(page, 'Customer profile');
  await field(page, 'Customer ID').fill(customerId);
  await pressRun(page);
  await waitForOutcome(page, 'Success');
}

/** The text of the file that the browser is given. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const waiting = page.waitForEvent('download');
  await press();
  const download = await waiting;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

test('results of several runs become one file, from the history and from the builder', {
  tag: '@long',
}, async ({ page }) => {
  await lookUp(page, '41');
  await lookUp(page, '42');
  await page.goto(`/${SANDBOX.slug}/history`);
  await isLive(page);
  const boxes = page.getByRole('table', { name: 'Runs' }).locator('tbody').getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole('button', { name: 'Download in one file' }).click();
  await expectAccessible(page);
  const fromHistory = await downloaded(page, () =>
    page.getByRole('menuitem', { name: 'CSV with values' }).click(),
  );
  expect(fromHistory.name).toMatch(/^Customer profile, 2 runs, \d{4}-\d\d-\d\d\.csv$/);
  expect(fromHistory.text).toMatch(/^\ufeffRun,Customer ID,/);

  await openCommand(page, 'Customer profile');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Previous runs' }).click();
  await page.getByRole('button', { name: 'Batch download' }).click();
  const panel = page.getByRole('dialog', { name: 'Batch download' });
  await panel.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(page.getByText('Please select at least one run to download')).toBeVisible();
  await panel
    .getByRole('checkbox', { name: /Success/ })
    .first()
    .check();
  await expectAccessible(page);
  const fromPanel = await downloaded(page, () => panel.getByRole('button', { name: 'Download 1' }).click());
  expect(fromPanel.name).toMatch(/^Customer profile, 1 run, /);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test('a result is mailed to a colleague, after a question where they could not open it', {
  tag: '@long',
}, async ({ page }) => {
  await lookUp(page, '43');
  await resultCards(page).first().getByRole('button', { name: 'Email the result' }).click();
  const panel = page.getByRole('dialog', { name: 'Customer profile' });
  await expect(panel.getByRole('tab', { name: 'Email results' })).toBeVisible();
  await panel.getByRole('button', { name: 'Email results' }).click();
  await expect(panel.getByText('Please enter at least one email address.')).toBeVisible();
  await findAndChoose(people(panel), 'KELL', /Maria Keller/);
  await people(panel).fill('outside@example.org');
  await people(panel).press('Enter');
  // The list of suggestions closes when the field loses the focus.
  await panel.getByRole('textbox', { name: 'Note' }).focus();
  await expectAccessible(page);
  await panel.getByRole('checkbox', { name: 'Attach the result' }).uncheck();
  await panel.getByRole('checkbox', { name: /runners of the command/ }).uncheck();
  await panel.getByRole('button', { name: 'Email results' }).click();
  const question = page.getByRole('dialog', { name: "Some recipients can't open the result" });
  await expect(question.getByRole('button', { name: 'Send without sharing or attaching' })).toBeVisible();
  await question.getByRole('button', { name: 'Go back' }).click();
  await panel.getByRole('checkbox', { name: 'Attach the result' }).check();
  await panel.getByRole('textbox', { name: 'Note' }).fill('As we said.');
  await panel.getByRole('button', { name: 'Email results' }).click();
  await expect(page.getByText('No mail server is set up. 2 links wait in the outbox')).toBeVisible();
  await expect(panel).toBeHidden();
});
