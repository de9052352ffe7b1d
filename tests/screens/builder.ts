import type { Page } from '@playwright/test';
import { field, openCommand, pressRun, resultCards, waitForOutcome } from '../e2e/support/steps';
import type { Screen } from './screen';

/** The bulk panel with six rows, of which one has a problem. */
async function openBulkPanel(page: Page): Promise<void> {
  await openCommand(page, 'Find orders');
  const button = page.getByRole('button', { name: 'Bulk run' });
  // On phones, it is in the command's menu.
  if (await button.isHidden()) await page.getByRole('button', { name: 'More' }).click();
  await button
    .or(page.getByRole('menuitem', { name: 'Bulk run' }))
    .filter({ visible: true })
    .click();
  const panel = page.getByRole('dialog', { name: 'Bulk run' });
  await panel.getByRole('textbox', { name: 'Customer name' }).fill('Lena\nJonas\nMia\nAli\nZoe\nTom');
  await panel.getByRole('textbox', { name: 'Min amount' }).fill('10\n20\n119,5\nlots\n20\n35.50');
}

/** The builder: its form, its header, and its panels. */
export const builderScreens: readonly Screen[] = [
  { name: 'builder-empty', show: (page) => openCommand(page, 'Refund an order') },
  {
    name: 'builder-filled',
    show: async (page) => {
      await openCommand(page, 'Find orders');
      await field(page, 'Customer name').fill('Lena');
      await field(page, 'Min amount').fill('99.90');
      await field(page, 'Min amount').blur();
    },
  },
  {
    name: 'builder-invalid',
    show: async (page) => {
      await openCommand(page, 'Find orders');
      await field(page, 'From date').fill('2026-02-30');
      await field(page, 'Min amount').fill('lots');
      await field(page, 'Row limit').fill('99999999999');
      await field(page, 'Row limit').blur();
      await page
        .getByText(/^Must be/)
        .nth(2)
        .waitFor();
    },
  },
  {
    name: 'builder-required',
    show: async (page) => {
      await openCommand(page, 'Refund an order');
      await pressRun(page, 'Refund');
      await page.getByText(/^Fill in Order ID/).waitFor();
    },
  },
  {
    name: 'builder-running',
    show: async (page) => {
      await openCommand(page, 'Count the stock');
      await field(page, 'Seconds').fill('6');
      await pressRun(page, 'Count', { agree: true });
      await resultCards(page).first().getByText('Counting shelf 3 of 12').waitFor();
    },
  },
  {
    name: 'builder-agree',
    show: async (page) => {
      await openCommand(page, 'Refund an order');
      await field(page, 'Order ID').fill('99999999');
      await field(page, 'Reason').fill('Damaged on arrival');
      await pressRun(page, 'Refund');
      await page.getByRole('dialog', { name: 'Run “Refund an order”?' }).waitFor();
    },
  },
  {
    name: 'builder-calendar',
    show: async (page) => {
      await openCommand(page, 'Find orders');
      await field(page, 'From date').fill('2026-05-01');
      await page.getByRole('button', { name: 'Open the calendar' }).first().click();
      await page.getByRole('button', { name: '1 May 2026', exact: true }).waitFor();
    },
  },
  {
    name: 'builder-bulk',
    show: async (page) => {
      await openBulkPanel(page);
      const panel = page.getByRole('dialog', { name: 'Bulk run' });
      await panel.getByRole('table').getByText('Lena').first().waitFor();
      await panel.getByRole('button', { name: 'Run 5' }).waitFor();
    },
  },
  {
    name: 'builder-bulk-run',
    show: async (page) => {
      await openBulkPanel(page);
      const panel = page.getByRole('dialog', { name: 'Bulk run' });
      await panel.getByRole('button', { name: 'Run 5' }).click();
      await panel.getByText('5 of 5').waitFor();
    },
  },
  {
    name: 'builder-menu',
    show: async (page) => {
      await openCommand(page, 'Find orders');
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'JSON input' }).waitFor();
    },
  },
  {
    name: 'builder-siblings',
    show: async (page) => {
      await openCommand(page, 'Find orders');
      await page.getByRole('button', { name: 'Other commands of this folder' }).click();
      await page.getByRole('menuitem', { name: 'Refund an order' }).waitFor();
    },
  },
  {
    name: 'builder-json-input',
    show: async (page) => {
      await openCommand(page, 'Find orders');
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'JSON input' }).click();
      await page
        .getByRole('dialog', { name: 'JSON input' })
        .getByRole('button', { name: 'Insert' })
        .waitFor();
    },
  },
  {
    name: 'builder-previous-runs',
    show: async (page) => {
      await openCommand(page, 'Best sellers');
      await field(page, 'Row limit').fill('3');
      await pressRun(page);
      await waitForOutcome(page, 'Success');
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Previous runs' }).click();
      await page.getByRole('dialog', { name: 'Previous runs' }).getByText('Success').first().waitFor();
    },
  },
];
