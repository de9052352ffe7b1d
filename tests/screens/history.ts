import type { Page } from '@playwright/test';
import { field, openCommand, pressRun, resultCards, SANDBOX, waitForOutcome } from '../e2e/support/steps';
import { failAtServer, goTo, inSandbox, neverAnswer, type Screen } from './screen';

/** Ticks the two newest runs. On phones, the boxes appear with a press of Select. */
export async function selectTwoRuns(page: Page): Promise<void> {
  const boxes = page.getByRole('table', { name: 'Runs' }).getByRole('checkbox', { name: /^Select run/ });
  const select = page.getByRole('button', { name: 'Select', exact: true });
  if (await select.isVisible()) await select.click();
  await boxes.nth(0).check();
  await boxes.nth(1).check();
}

/** The history of runs. */
export const historyScreens: readonly Screen[] = [
  {
    name: 'history',
    show: async (page) => {
      await openCommand(page, 'Count the stock');
      await field(page, 'Seconds').fill('6');
      await pressRun(page, 'Count', { agree: true });
      await resultCards(page).first().getByText('Counting shelf 1 of 12').waitFor();
      await goTo(page, `/${SANDBOX.slug}/history`);
      await page.getByRole('table', { name: 'Runs' }).waitFor();
    },
  },
  {
    name: 'history-filters',
    show: async (page) => {
      await goTo(page, `/${SANDBOX.slug}/history?status=failed&since=2026-01-01`);
      await page.getByRole('button', { name: 'Add filter' }).click();
      await page.getByLabel('Since').waitFor();
    },
  },
  {
    name: 'history-empty',
    show: async (page) => {
      await goTo(page, `/${SANDBOX.slug}/history?q=nothing+is+called+so`);
      await page.getByText(/^No runs match “nothing/).waitFor();
    },
  },
  {
    name: 'history-run',
    show: async (page) => {
      await openCommand(page, 'Best sellers');
      await pressRun(page);
      await waitForOutcome(page, 'Success');
      await goTo(page, `/${SANDBOX.slug}/history`);
      await page.getByRole('link', { name: 'Best sellers' }).first().click();
      await page.getByRole('dialog').getByText('Result', { exact: true }).waitFor();
    },
  },
  {
    name: 'history-selected',
    show: async (page) => {
      await inSandbox(page, 'history');
      await selectTwoRuns(page);
      await page.getByText('2 selected').waitFor();
    },
  },
  {
    name: 'history-columns',
    show: async (page) => {
      await inSandbox(page, 'history');
      const columns = page.getByRole('button', { name: 'Columns' });
      if (await columns.isVisible()) await columns.click();
    },
  },
  {
    name: 'history-menu',
    show: async (page) => {
      await inSandbox(page, 'history');
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'history-loading',
    isLoading: true,
    show: async (page) => {
      await neverAnswer(page, /skinny-runs/);
      await inSandbox(page, 'history?status=failed&since=2026-02-02&page=0&q=order');
    },
  },
  {
    name: 'history-broken',
    show: async (page) => {
      await failAtServer(page, /skinny-runs/);
      await inSandbox(page, 'history');
      await page.getByRole('searchbox').fill('order');
      await page.getByText('Reference').or(page.getByText('This may be out of date')).first().waitFor();
    },
  },
  {
    name: 'history-wrong-address',
    show: async (page) => {
      await inSandbox(page, 'history?filter=color:red');
      await page.getByText('color').first().waitFor();
    },
  },
];
