import { z } from 'zod';
import { type Calls, DANA, MARIA, runIdOf } from '../calls';
import { columnOf, inputOf } from '../command-form';
import type { Commands } from '../make-commands';
import { until } from '../until';
import type { Workspace } from '../workspace';
import { fillWebhooks } from './webhooks';

/**
 * Creates a bulk run, a failure that is marked as dealt with, a scheduled job whose result leads to runs of another
 * command, who gets mail about jobs, and a webhook with a run. A worker has to be running. Returns the path of the job.
 */
export async function fillSchedules(workspace: Workspace, calls: Calls, command: Commands): Promise<string> {
  await runInBulk(workspace, calls, command);
  const job = await runJob(workspace, calls, command);
  await tellOfJobs(calls);
  await fillWebhooks(calls, command);
  return job;
}

/** A daily summary, at an hour that is long past or far away, and an address that alerts may go to. */
async function tellOfJobs(calls: Calls): Promise<void> {
  const hour = (new Date().getUTCHours() + 12) % 24;
  await calls.inSandbox('PUT', '/cron-job-digest', { isOn: true, hour, timezone: 'Etc/UTC' });
  await calls.inSandbox('PUT', '/alert-addresses', { addresses: ['on-call@example.com'] });
}

async function runInBulk(workspace: Workspace, calls: Calls, command: Commands): Promise<void> {
  const { kitId, olId } = command('orderTotal');
  const runramsList = [3, 4, 99_999].map((order_id) => ({ order_id }));
  const made = await calls.inSandbox('POST', '/run-bulk-async-i', { kitId, olId, runramsList }, MARIA);
  const parentRunId = runIdOf(made);
  await calls.inSandbox('POST', '/run-bulk-async-ii', { kitId, parentRunId }, MARIA);
  await until(
    workspace,
    'select settled_at is not null as is_so from bulk_run where run_id = $1',
    parentRunId,
  );
  const canceled = await calls.queue(command('countStock'), { seconds: 60 });
  await calls.cancel(command('countStock'), canceled);
  await calls.untilStatus(command('countStock'), canceled, (status) => status === 'failed');
  await calls.inSandbox('POST', '/run-marks', { runIds: [canceled], isDealtWith: true });
}

/** The job fires at once; the next time of its schedule is far away. */
async function runJob(workspace: Workspace, calls: Calls, command: Commands): Promise<string> {
  const { kitId } = command('findOrders');
  await calls.run(command('findOrders'), { customer_name: null, row_limit: 2 });
  const target = command('orderTotal');
  const legoInstanceInputId = await inputOf(calls, target, 'order_id');
  const noOutColId = await columnOf(calls, command('findOrders'), 'order_id');
  await calls.inSandbox('POST', `/kits/${kitId}/error-decorations`, { inputKitId: target.kitId });
  const { decoration_id: decorationId } = z.object({ decoration_id: z.int() }).parse(
    await calls.inSandbox('POST', `/kits/${kitId}/decorations`, {
      inputKitId: target.kitId,
      colMaps: [{ noOutColId, legoInstanceInputId }],
    }),
  );
  const { cron_job_id: jobId } = z.object({ cron_job_id: z.int() }).parse(
    await calls.inSandbox('POST', `/kits/${kitId}/cron-jobs`, {
      name: 'New orders',
      cronExpression: '0 3 1 1 *',
      runrams: { customer_name: null, row_limit: 2 },
    }),
  );
  const job = `/kits/${kitId}/cron-jobs/${jobId}`;
  await calls.inSandbox('POST', `${job}/alerts`, { channel: 'email', userId: DANA, events: ['success'] });
  const hook = `${workspace.api.origin}/v1/alert`;
  await calls.inSandbox('POST', `${job}/alerts`, { channel: 'webhook', url: hook, events: ['success'] });
  await calls.inSandbox('POST', `${job}/decorations`, { decorationId });
  await calls.inSandbox('POST', `${job}/error-decorations`, {
    cronJobErrorDecorationInputs: [{ legoInstanceInputId, valueJson: 5 }],
  });
  await calls.inSandbox('POST', `${job}/run`);
  const question = `select exists (select from run auto join run fired on fired.run_id = auto.parent_run_id
    where fired.scheduled_job_id = $1 and auto.trigger = 'row_decoration' and auto.ended_at is not null) as is_so`;
  await until(workspace, question, jobId);
  const told = `select exists (select from job_delivery d join job_alert a using (org_id, job_alert_id)
    where a.scheduled_job_id = $1 and d.state = 'sent') as is_so`;
  await until(workspace, told, jobId);
  return job;
}
