import { openCommand } from '../e2e/support/steps';
import type { Screen } from './screen';

/** Configuring a command and its inputs. */
export const configureScreens: readonly Screen[] = [
  {
    name: 'configure-command',
    show: async (page) => {
      await openCommand(page, 'Refund an order');
      await page.getByRole('button', { name: 'Configure' }).click();
      await page.getByRole('textbox', { name: 'Running message' }).fill('Paying it back...');
      await page.getByText('Unsaved changes').waitFor();
    },
  },
  {
    name: 'configure-input',
    show: async (page) => {
      await openCommand(page, 'Refund an order');
      await page.getByRole('button', { name: 'Configure' }).click();
      await page.getByRole('tab', { name: 'Inputs' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^amount/ })
        .click();
      await page.getByRole('dialog', { name: 'Edit amount' }).getByLabel('Default value').waitFor();
    },
  },
  {
    name: 'configure-changelog',
    show: async (page) => {
      await openCommand(page, 'Refund an order');
      await page.getByRole('button', { name: 'Configure' }).click();
      await page.getByRole('tab', { name: 'Changelog' }).click();
      await page.getByRole('list', { name: 'Changes' }).waitFor();
    },
  },
  {
    name: 'configure-inputs',
    show: async (page) => {
      await openCommand(page, 'Find orders');
      await page.getByRole('button', { name: 'Configure' }).click();
      await page.getByRole('tab', { name: 'Inputs' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^customer_name/ })
        .waitFor();
    },
  },
];
