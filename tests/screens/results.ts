import { field, openCommand, pressRun, resultCards, waitForOutcome } from '../e2e/support/steps';
import { failAtServer, type Screen } from './screen';

/** Results of runs, in the builder. */
export const resultScreens: readonly Screen[] = [
  {
    name: 'builder-success',
    show: async (page) => {
      await openCommand(page, 'Best sellers');
      await pressRun(page);
      await waitForOutcome(page, 'Success');
      await resultCards(page).first().getByRole('grid').waitFor();
      await resultCards(page).first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'builder-json',
    show: async (page) => {
      await openCommand(page, 'Customer profile');
      await field(page, 'Customer ID').fill('42');
      await pressRun(page);
      await waitForOutcome(page, 'Success');
    },
  },
  {
    name: 'builder-no-such-run',
    show: async (page) => {
      await openCommand(page, 'Best sellers', '#run-999999');
      await resultCards(page).first().getByText("This run can't be found").waitFor();
    },
  },
  {
    name: 'builder-failed',
    show: async (page) => {
      await openCommand(page, 'Refund an order');
      await field(page, 'Order ID').fill('99999999');
      await field(page, 'Reason').fill('Damaged on arrival');
      await pressRun(page, 'Refund', { agree: true });
      await waitForOutcome(page, 'Failed');
    },
  },
  {
    name: 'builder-cancelled',
    show: async (page) => {
      await openCommand(page, 'Count the stock');
      await field(page, 'Seconds').fill('60');
      await pressRun(page, 'Count', { agree: true });
      await resultCards(page).first().getByText('Counting shelf 1 of 12').waitFor();
      await resultCards(page).first().getByRole('button', { name: 'Cancel' }).click();
      await waitForOutcome(page, 'Canceled');
    },
  },
  {
    name: 'run-details',
    show: async (page) => {
      await openCommand(page, 'Best sellers');
      await field(page, 'Row limit').fill('3');
      await pressRun(page);
      const card = await waitForOutcome(page, 'Success');
      await card.getByRole('button', { name: /Details of this run/ }).click();
      await page.getByRole('dialog').getByText('Values').waitFor();
    },
  },
  {
    name: 'result-stack',
    show: async (page) => {
      await openCommand(page, 'Best sellers');
      for (const rows of ['2', '4', '3']) {
        await field(page, 'Row limit').fill(rows);
        await pressRun(page);
        await resultCards(page).first().getByText(`${rows} rows`).waitFor();
      }
      await resultCards(page).first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'result-column-menu',
    show: async (page) => {
      await openCommand(page, 'Best sellers');
      await pressRun(page);
      const card = await waitForOutcome(page, 'Success');
      await card.getByRole('button', { name: 'Column revenue' }).click({ force: true });
      await page.getByRole('menuitem', { name: 'Hide column' }).waitFor();
    },
  },
  {
    name: 'result-downloads',
    show: async (page) => {
      await openCommand(page, 'All order lines');
      await pressRun(page, 'Run', { agree: true });
      const card = await waitForOutcome(page, 'Success');
      // On phones, the formats are in the menu of all actions.
      const formats = card.getByRole('button', { name: /^(Other formats|More actions on this result)$/ });
      await formats.filter({ visible: true }).last().click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'result-chart',
    show: async (page) => {
      await openCommand(page, 'Monthly revenue');
      await field(page, 'Year').fill('2025');
      await pressRun(page);
      const card = await waitForOutcome(page, 'Success');
      await card.getByRole('radiogroup').getByText('Chart').click();
      await card.getByRole('img').first().waitFor();
      await card.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'result-full-screen',
    show: async (page) => {
      await openCommand(page, 'All order lines');
      await pressRun(page, 'Run', { agree: true });
      const card = await waitForOutcome(page, 'Success');
      await card.getByRole('button', { name: 'Show this result on the full screen' }).click();
      await page.getByText('Back to All order lines').waitFor();
    },
  },
  {
    name: 'result-value',
    show: async (page) => {
      await openCommand(page, 'Revenue of a day');
      await field(page, 'Day').fill('2026-05-04');
      await pressRun(page);
      await waitForOutcome(page, 'Success');
    },
  },
  {
    name: 'result-not-started',
    show: async (page) => {
      await failAtServer(page, /run-async-ii$/);
      await openCommand(page, 'Best sellers');
      await pressRun(page);
      await page.getByText('The command could not be started').waitFor();
    },
  },
];
