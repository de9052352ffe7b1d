import type { Person } from '@/lib/access/vocabulary';
import { loadRunnable } from '@/server/access/load/load-command';
import { prisma } from '@/server/base/database/prisma';
import { createStartedRun } from '@/server/runs/start/start-run';
import { idsOf, type MadeSample } from '@/server/sandbox/fill-sandbox';
import { scheduleRevenue } from '@/server/sandbox/schedule-revenue';
import { demoPeople, SANDBOX_ORG_ID } from './demo-people';

const product = { actorUserId: null, requestId: null, address: null };

const member = (who: keyof typeof demoPeople, role: 'admin' | 'member'): Person => ({
  kind: 'person',
  ...demoPeople[who],
  memberships: [{ orgId: SANDBOX_ORG_ID, role }],
});

/**
 * Lets the people of demo mode work with commands that are new: a job runs once, and a runner waits for approval. Two
 * engineers have each command there, so one of them can approve.
 */
export async function seedActivity(made: readonly MadeSample[]): Promise<void> {
  await scheduleRevenue(SANDBOX_ORG_ID, member('admin', 'admin'), made);
  await askForApproval(made);
}

async function askForApproval(made: readonly MadeSample[]): Promise<void> {
  const [commandId] = idsOf(made, 'Restock a product');
  if (commandId === undefined) return;
  await prisma().command.update({ where: { commandId }, data: { needsApproval: true } });
  const runner = member('runner', 'member');
  const command = await loadRunnable(runner, SANDBOX_ORG_ID, commandId, 'command.run');
  const values = { sku: 'TEN-0001', quantity: 40, reason: 'New delivery' };
  const approvalNote = 'Sample request, made with the sandbox: forty tents came this morning.';
  await createStartedRun({
    ...{ command, actor: runner, values, trigger: 'person', audit: product },
    extras: { approvalNote },
  });
}
