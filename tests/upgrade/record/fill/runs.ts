import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { withClient } from '@/scripts/postgres/connect';
import { SANDBOX } from '../../../support/doubles/remote-app';
import { type Calls, type Command, DANA, JONAS, MARIA, runIdOf } from '../calls';
import type { CommandName, Commands } from '../make-commands';
import { until } from '../until';
import type { Workspace } from '../workspace';
import { fillApprovals } from './approvals';
import { fillDropdowns } from './dropdowns';
import { fillPersonal } from './personal';
import { fillSchedules } from './schedules';

type Values = Parameters<Calls['run']>[1];

/** Commands with each kind of result, of values, and of failure. */
const plain: readonly (readonly [CommandName, Values, string?])[] = [
  ['findOrders', { customer_name: 'Müller', row_limit: 3 }],
  ['findOrders', { customer_name: null, row_limit: 5 }, JONAS],
  ['findOrders', { customer_name: 'nobody', row_limit: 5 }],
  ['findOrders', { row_limit: 1200 }, DANA],
  ['refundOrder', { order_id: 1, reason: 'Arrived torn; "wet" – 濡れた' }],
  ['refundOrder', { order_id: 2, reason: 'damaged' }],
  ['countStock', { seconds: 0 }, JONAS],
  ['orderTotal', { order_id: 7 }],
  ['orderTotal', { order_id: 99_999 }],
  ['orderAsJson', { order_id: 7 }],
  ['closeOrder', { order_id: 7 }],
  ['restock', { sku: 'TEN-0001', quantity: 12 }],
  ['report', { since: '2026-06-01' }],
  // Rows come until the twentieth divides by zero.
  ['shares', { pieces: 20 }],
  [
    'labelOrder',
    {
      order_id: 7,
      labels: ['a', null, 'b'],
      details: { x: [1, { y: null }] },
      due: '2026-12-24',
      is_urgent: true,
    },
  ],
  ['labelOrder', { order_id: 8, labels: ['x'.repeat(21_000)] }, JONAS],
  ['oldReport', {}, DANA],
  ['findTickets', { 'query.search': 'tent' }],
  ['showTicket', {}],
  ['deleteTicket', {}, JONAS],
  ['ticketsAsCsv', {}],
  ['week', {}],
  ['note', {}, DANA],
  ['picture', {}],
  ['payBack', {}],
  ['singleRequest', { 'query.search': 'boots' }, DANA],
  ['signIn', { 'body.user': 'ann', 'body.password': 'recorded-password' }],
];

/** Creates runs that end in every possible way. Returns the path of a scheduled job. */
export async function fillEndedRuns(workspace: Workspace, calls: Calls, command: Commands): Promise<string> {
  await workspace.startWorker();
  for (const [name, values, userId] of plain) await calls.run(command(name), values, userId);
  await runInGroup(calls, command);
  await runWithKey(calls, command);
  await spreadsheetAndDeleted(calls, command);

  const job = await fillSchedules(workspace, calls, command);
  await fillDropdowns(workspace, calls, command);
  await calls.run(command('regions'), {}, MARIA, { isDropdown: true });
  await fillPersonal(workspace, calls, command);
  await fillApprovals(workspace, calls, command);
  const slow = command('countStock');
  const cancelled = await calls.queue(slow, { seconds: 60 });
  await calls.untilStatus(slow, cancelled, (status) => status === 'running');
  await calls.cancel(slow, cancelled);
  // This one takes as long as runs may, and is stopped then.
  await calls.run(slow, { seconds: 60 });

  const lost = await calls.queue(slow, { seconds: 60 });
  await calls.untilStatus(slow, lost, (status) => status === 'running');
  await workspace.killWorker();
  await sleep(2500);
  const cancelledBefore = await calls.queue(slow, { seconds: 1 });
  await calls.cancel(slow, cancelledBefore);
  const refused = await calls.queue(command('deleteTicket'), {});
  await calls.inSandbox('DELETE', `/can/${MARIA}/access/kit/${command('deleteTicket').kitId}`);
  const neverStarted = await createLongAgo(workspace, calls, slow);
  await workspace.startWorker();
  for (const runId of [lost, neverStarted])
    await calls.untilStatus(slow, runId, (status) => status === 'failed');
  await calls.untilStatus(command('deleteTicket'), refused, (status) => status === 'failed');
  await workspace.stopWorker();
  return job;
}

async function runInGroup(calls: Calls, command: Commands): Promise<void> {
  const { kitId } = command('orderTotal');
  const made = await calls.inSandbox('POST', '/run-groups', { kitId }, MARIA);
  const { kit_run_id: kitRunId } = z.object({ kit_run_id: z.int() }).parse(made);
  for (const order_id of [3, 4]) await calls.run(command('orderTotal'), { order_id }, MARIA, { kitRunId });
}

async function runWithKey(calls: Calls, command: Commands): Promise<void> {
  const body = { ...command('orderTotal'), params: { order_id: 5 } };
  const key = { 'idempotency-key': 'total-of-5' };
  const runId = runIdOf(await calls.as(MARIA, 'POST', `/${SANDBOX}/run-sync`, body, key));
  const again = runIdOf(await calls.as(MARIA, 'POST', `/${SANDBOX}/run-sync`, body, key));
  if (runId !== again) throw new Error('One key made two runs');
}

/** One result is a spreadsheet too, another one is deleted. */
async function spreadsheetAndDeleted(calls: Calls, command: Commands): Promise<void> {
  const find = command('findOrders');
  const sheet = await calls.run(find, { customer_name: 'Bo', row_limit: 4 });
  await calls.inSandbox('GET', `/runs/${sheet}/download-link/xlsx`, undefined, MARIA);
  const deleted = await calls.run(find, { customer_name: 'Cy', row_limit: 4 });
  await calls.inSandbox('DELETE', `/kits/${find.kitId}/runs/${deleted}/result`, undefined, MARIA);
}

/** Creates runs in progress when the workspace is left, in every possible phase; one is a run of the scheduled job. */
export async function fillOpenRuns(
  workspace: Workspace,
  calls: Calls,
  command: Commands,
  job: string,
): Promise<void> {
  await workspace.startWorker({ CREDENTIAL_CONCURRENCY: '2', RUN_TIMEOUT_SECONDS: '600' });
  const isRunning = (status: string) => status === 'running';
  const running = await calls.queue(command('countStock'), { seconds: 600 });
  await calls.untilStatus(command('countStock'), running, isRunning);
  const partial = await calls.queue(command('trickle'), {});
  await calls.untilStatus(command('trickle'), partial, isRunning);
  const waiting = await calls.queue(command('orderTotal'), { order_id: 11 });
  await until(
    workspace,
    `select exists (select from open_run where run_id = $1 and state = 'waiting') as is_so`,
    waiting,
  );
  // Its worker has no room for the run, so that what the run leads to is still due.
  await calls.inSandbox('POST', `${job}/run`);
  await until(workspace, 'select count(*) >= $1 as is_so from due_auto_run', 1);
  await until(workspace, `select has_result as is_so from run where run_id = $1`, partial);
  await workspace.killWorker();
  await calls.cancel(command('countStock'), running);
  await calls.queue(command('orderTotal'), { order_id: 12 });
  await calls.queue(command('labelOrder'), { order_id: 13, labels: ['q'], details: { n: 1 } }, JONAS);
  await calls.queue(command('signIn'), { 'body.user': 'bea', 'body.password': 'queued-password' });
  await createLongAgo(workspace, calls, command('orderTotal'));
}

/** A run that never got its values. Only time makes one that is given up, so it is made older by hand. */
async function createLongAgo(workspace: Workspace, calls: Calls, command: Command): Promise<number> {
  const runId = await calls.createRun(command, MARIA);
  await withClient(workspace.databaseUrl, (client) =>
    client.query(`update run set created_at = created_at - interval '2 hours' where run_id = $1`, [runId]),
  );
  return runId;
}
