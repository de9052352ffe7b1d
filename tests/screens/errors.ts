import type { Page } from '@playwright/test';
import { field, openCommand, pressRun, SANDBOX, waitForOutcome } from '../e2e/support/steps';
import { failAtServer, goTo, inSandbox, neverAnswer, type Screen } from './screen';

const PAGE = 'analytics/errors';

/** A run that fails: of an order that doesn't exist. */
async function fail(page: Page): Promise<void> {
  await openCommand(page, 'Refund an order');
  await field(page, 'Order ID').fill('99999999');
  await field(page, 'Reason').fill('Damaged on arrival');
  await pressRun(page, 'Refund', { agree: true });
  await waitForOutcome(page, 'Failed');
}

const openList = async (page: Page): Promise<void> => {
  await fail(page);
  await inSandbox(page, PAGE);
  await page.getByRole('table', { name: 'Errors' }).getByText('There is no order').first().waitFor();
};

/** What fails, as a list and one by one. */
export const errorScreens: readonly Screen[] = [
  { name: 'errors', show: openList },
  {
    name: 'error-panel',
    show: async (page) => {
      await openList(page);
      await page
        .getByRole('button', { name: /^There is no order/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).waitFor();
    },
  },
  { name: 'errors-empty', show: (page) => inSandbox(page, `${PAGE}?state=ignored`) },
  {
    name: 'errors-failed',
    show: async (page) => {
      await failAtServer(page, /\/errors\?/);
      await goTo(page, `/${SANDBOX.slug}/${PAGE}`);
      await page.getByText('The errors could not be loaded').waitFor();
    },
  },
  {
    name: 'errors-loading',
    isLoading: true,
    show: async (page) => {
      await neverAnswer(page, /\/errors\?/);
      await goTo(page, `/${SANDBOX.slug}/${PAGE}`);
    },
  },
];
