import { expect as expectValue, test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';
import { commandId } from '../support/source';

withSandbox();

test('an answer is read once the run is open in History, and not by looking at the list', async () => {
  const kitId = await commandId('Restock a product');
  await call('PATCH', `/kits/${kitId}`, { needsApproval: true });
  const { templateId: olId } = await prisma().command.findUniqueOrThrow({ where: { commandId: kitId } });
  const { run_id: runId } = await call<{ run_id: number }>('POST', '/run-async-i', { olId, kitId }, 'runner');
  const runrams = { sku: 'TEN-0001', quantity: 1, reason: 'Sold out' };
  await call('POST', '/run-async-ii', { runrams, olId, runId, kitId }, 'runner');
  const { approvalId } = await prisma().approvalRun.findFirstOrThrow({ where: { runId } });
  await call('POST', `/kits/${kitId}/approvals/${approvalId}`, { isGranted: false, reason: 'Not now' });
  await signInAs('runner');
  const unread = async () =>
    (await call<{ unread_count: number }>('GET', '/notifications', undefined, 'runner')).unread_count;
  await page.goto(`/${SANDBOX.slug}/history`);
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  expectValue(await unread()).toBe(1);
  await page.goto(`/${SANDBOX.slug}/history?panel=run:${runId}`);
  await expect(page.getByRole('dialog').getByText('Not now')).toBeVisible();
  await expectValue.poll(unread).toBe(0);
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
});
