import type { Page } from '@playwright/test';
import { SANDBOX } from '../e2e/support/steps';
import { failAtServer, goTo, inSandbox, neverAnswer, post, type Screen } from './screen';

const PAGE = 'analytics/errors';

/** Runs that fail in two ways: orders that can't be refunded. */
async function failOften(page: Page): Promise<void> {
  const found = await page.request.get(`/api/v1/${SANDBOX.orgId}/kits`, {
    headers: { 'x-demo-user-id': 'demo-dana' },
  });
  const commands: { kit_id: number; ol_id: number; name: string }[] = await found.json();
  const refund = commands.find(({ name }) => name === 'Refund an order');
  if (refund === undefined) throw new Error('The sandbox has no command to refund orders');
  const { kit_id: kitId, ol_id: olId } = refund;
  for (const orderId of [900_001, 900_002, 900_003]) {
    await post(page, 'run-sync', {
      kitId,
      olId,
      params: { order_id: orderId, reason: 'Damaged on arrival' },
    });
  }
}

const openList = async (page: Page): Promise<void> => {
  await failOften(page);
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
