import { openCommand } from '../e2e/support/steps';
import type { Screen } from './screen';

/** Who has a command, and sharing it. */
export const shareScreens: readonly Screen[] = [
  {
    name: 'share',
    show: async (page) => {
      await openCommand(page, 'Refund an order');
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      const field = page.getByRole('textbox', { name: 'People and groups' });
      await field.fill('maria');
      await page.getByRole('option', { name: /Maria Keller/ }).click();
      await field.fill('sam@partner.example,');
      await field.press('Enter');
      await page.getByText(/^Not in Sandbox/).waitFor();
      await page.getByRole('textbox', { name: 'Note' }).fill('For this week’s damaged deliveries.');
    },
  },
  {
    name: 'share-with',
    show: async (page) => {
      await openCommand(page, 'Refund an order');
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('tab', { name: 'Shared with' }).click();
      await page.getByRole('table', { name: 'Teammates' }).waitFor();
    },
  },
  {
    name: 'share-visibility',
    show: async (page) => {
      await openCommand(page, 'Refund an order');
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('tab', { name: 'Visibility' }).click();
      await page.getByRole('radio', { name: 'Public' }).waitFor();
    },
  },
  {
    name: 'share-why',
    show: async (page) => {
      await openCommand(page, 'Refund an order');
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('button', { name: 'Why Dana Lee has this' }).click();
      await page.getByRole('list', { name: 'Where their access comes from' }).waitFor();
    },
  },
];
