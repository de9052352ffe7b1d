import type { Person } from '@/lib/access/vocabulary';
import { loadRunnable } from '@/server/access/load/load-command';
import { createJob } from '@/server/automation/schedules/create-job';
import { runJobNow } from '@/server/automation/schedules/fire-on-demand';
import { idsOf, type MadeSample } from '@/server/sandbox/fill-sandbox';

const product = { actorUserId: null, requestId: null, address: null };

/**
 * Puts a sandbox's monthly revenue on a schedule, and fires it once, so that its history has a run. Call it when the
 * person is a member, whose rights the job has. Does nothing unless the command is new.
 */
export async function scheduleRevenue(
  orgId: string,
  owner: Person,
  made: readonly MadeSample[],
): Promise<void> {
  const [commandId] = idsOf(made, 'Monthly revenue');
  if (commandId === undefined) return;
  const subject = await loadRunnable(owner, orgId, commandId, 'command.configure');
  const { scheduledJobId } = await createJob({
    actor: owner,
    subject,
    body: { name: 'Revenue every Monday', cronExpression: '0 7 * * 1' },
    audit: product,
  });
  await runJobNow({
    actor: owner,
    subject,
    params: { orgId, kitId: commandId, cronJobId: scheduledJobId },
    audit: product,
  });
}
