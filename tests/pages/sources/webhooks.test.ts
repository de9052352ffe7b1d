import { beforeAll, test, vi } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { deliver } from '../../support/things/webhooks';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';

withSandbox();

interface Made {
  webhook_id: number;
  url: string;
  secret: string;
}

let commandId: number;
let webhook: Made;
beforeAll(async () => {
  const command = await prisma().command.findFirstOrThrow({
    where: { orgId: SANDBOX.orgId, name: 'Find orders' },
  });
  ({ commandId } = command);
  webhook = await call<Made>('POST', `/kits/${commandId}/webhooks`, { name: 'Orders', inputs: [] });
});

const list = `/${SANDBOX.slug}/webhooks`;

test('a delivery says how its run is doing, in its list and among all webhooks', async () => {
  const { body } = await deliver(webhook.url, { secret: webhook.secret, name: 'evt-1' });
  const { run_id: runId } = body as { run_id: number };
  await page.goto(list);
  const row = page.getByRole('row', { name: /Orders/ });
  await expect(row).toContainText('Starting');
  await prisma().run.updateMany({ where: { runId }, data: { status: 'failed', endReason: 'error' } });
  await row.getByRole('button', { name: 'Orders', exact: true }).click();
  const deliveries = page.getByRole('list', { name: 'Last deliveries' });
  await expect(deliveries).toContainText('Failed');
  await expect(deliveries).not.toContainText('Run started');
  await page.goto(list);
  await expect(row).toContainText('Failed');
});

test('the last runs of a command name the webhook that started them, as the history does', async () => {
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await expect(page.getByRole('region', { name: 'Last runs' })).toContainText('Orders (webhook)');
});

test('what came while the secret was being copied is read when the webhook is shown', async () => {
  await page.goto(`/${SANDBOX.slug}/commands?panel=configure:${commandId}&configure-tab=webhooks`);
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const copied = page.getByRole('button', { name: 'I have copied it' });
  await expect(copied).toBeVisible();
  const requests = vi.spyOn(globalThis, 'fetch');
  await copied.click();
  await expect(page.getByText('Last deliveries', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Nothing received yet\. Deliveries/)).toBeVisible();
  const asked = requests.mock.calls.map(([address]) => new URL(String(address), 'http://localhost').pathname);
  expect(asked.filter((path) => path.endsWith(`/kits/${commandId}/webhooks`))).toHaveLength(1);
  requests.mockRestore();
});

test('a delivery that was not signed rightly is seen while the panel is open, and in the list', async () => {
  await page.goto(list);
  const row = page.getByRole('row', { name: /Orders/ });
  await row.getByRole('button', { name: 'Orders', exact: true }).click();
  await expect(page.getByText('Last deliveries', { exact: true })).toBeVisible();
  await expect(page.getByText(/^A delivery with a wrong, old, or missing signature/)).toHaveCount(0);
  expect((await deliver(webhook.url, { secret: 'of another webhook' })).status).toBe(401);
  await expect(page.getByText(/^A delivery with a wrong, old, or missing signature/)).toBeVisible();
  await page.goto(list);
  await expect(row).toContainText('Wrong signature');
});
