import type { Page } from '@playwright/test';
import { field, openCommand, pressRun, resultCards, waitForOutcome } from '../e2e/support/steps';
import { selectTwoRuns } from './history';
import { goTo, inSandbox, type Screen } from './screen';

const at = (name: string, path: string): Screen => ({ name, show: (page) => goTo(page, path) });
const inside = (name: string, path: string): Screen => ({ name, show: (page) => inSandbox(page, path) });

/** Orders with their buttons. */
async function findOrders(page: Page): Promise<void> {
  await openCommand(page, 'Find orders');
  await field(page, 'Row limit').fill('30');
  await pressRun(page);
  await resultCards(page).first().getByRole('grid').waitFor();
}

/** Opens the refund of an order that can be refunded, in the panel over the table. */
async function openRefund(page: Page): Promise<void> {
  await findOrders(page);
  const card = resultCards(page).first();
  const row = card.getByRole('row').filter({ hasText: 'placed' }).filter({ hasText: 'true' }).first();
  // On a phone, a row opens to a card with its buttons.
  const isPhone = (await row.getByRole('link').count()) === 0;
  if (isPhone) await row.getByRole('gridcell').nth(1).click();
  const button = (isPhone ? page.getByRole('dialog') : row).getByRole('link', { name: /^Refund/ });
  await button.first().click();
  await page.getByRole('dialog', { name: 'Refund an order' }).waitFor();
}

/** Pages that no other screens show. */
export const pageScreens: readonly Screen[] = [
  { name: 'landing', isSignedOut: true, show: (page) => goTo(page, '/') },
  { name: 'pricing', isSignedOut: true, show: (page) => goTo(page, '/pricing') },
  { ...at('api-docs', '/api/docs'), isSignedOut: true },
  at('diagnostics', '/diagnostics'),
  at('account-programs', '/account?tab=programs'),
  at('account-mail', '/account?tab=mail'),
  at('copy-token', '/copy-token'),
  inside('analytics', 'analytics'),
  inside('analytics-chosen-days', 'analytics?range=own&since=2026-11-01&until=2026-11-30'),
  inside('approvals', 'approvals'),
  inside('command-changes', 'command-changes'),
  inside('dropdowns', 'dropdowns'),
  inside('needs-attention', 'needs-attention'),
  {
    name: 'bell',
    show: async (page) => {
      await inSandbox(page, 'home');
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByRole('menu').getByText('Notifications').waitFor();
    },
  },
  {
    name: 'compare',
    show: async (page) => {
      await openCommand(page, 'Best sellers');
      for (const rows of ['3', '5']) {
        await field(page, 'Row limit').fill(rows);
        await pressRun(page);
        await resultCards(page).first().getByText(`${rows} rows`).waitFor();
      }
      await inSandbox(page, 'history');
      await selectTwoRuns(page);
      await page.getByRole('link', { name: 'Compare' }).click();
      await page
        .getByRole('region', { name: 'Rows', exact: true })
        .getByText(/rows differ/)
        .waitFor();
    },
  },
  {
    name: 'token-new',
    show: async (page) => {
      await goTo(page, '/account');
      await page.getByRole('button', { name: 'New token' }).first().click();
      await page.getByRole('dialog').getByLabel('Name').waitFor();
    },
  },
  {
    name: 'token-reveal',
    show: async (page) => {
      await goTo(page, '/account');
      await page.getByRole('button', { name: 'New token' }).first().click();
      await page.getByRole('dialog').getByLabel('Name').fill(`Notebook ${Date.now()}`);
      await page.getByRole('radio', { name: /^Everything/ }).check();
      await page.getByRole('button', { name: 'Create token' }).click();
      await page.getByRole('button', { name: 'Copy token' }).first().waitFor();
    },
  },
  {
    name: 'rows-with-buttons',
    show: async (page) => {
      await findOrders(page);
      await resultCards(page).first().scrollIntoViewIfNeeded();
    },
  },
  { name: 'refund-panel', show: openRefund },
  {
    name: 'refund-undo',
    show: async (page) => {
      await openRefund(page);
      const panel = page.getByRole('dialog', { name: 'Refund an order' });
      await panel.getByLabel('Reason').fill('Damaged on arrival');
      await panel.getByRole('button', { name: 'Refund', exact: true }).click();
      const question = page.getByRole('dialog', { name: /^Run “Refund/ });
      await question.getByRole('button', { name: 'Refund', exact: true }).click();
      await panel.getByRole('link', { name: 'Undo' }).waitFor();
    },
  },
  {
    name: 'job-new',
    show: async (page) => {
      await openCommand(page, 'Best sellers');
      const button = page.getByRole('button', { name: 'Schedule' });
      // On phones, it is in the command's menu.
      if (await button.isHidden()) await page.getByRole('button', { name: 'More' }).click();
      await button
        .or(page.getByRole('menuitem', { name: 'Schedule' }))
        .filter({ visible: true })
        .click();
      await page.getByRole('dialog').getByText('When').first().waitFor();
    },
  },
  {
    name: 'record',
    show: async (page) => {
      await openCommand(page, 'Show a ticket');
      await field(page, 'Ticket number').fill('1003');
      await pressRun(page);
      await waitForOutcome(page, 'Success');
    },
  },
  {
    name: 'batch-download',
    show: async (page) => {
      await inSandbox(page, 'history?status=success');
      await selectTwoRuns(page);
      await page
        .getByRole('button', { name: /Download/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Excel', exact: true }).waitFor();
    },
  },
];
