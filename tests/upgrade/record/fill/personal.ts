import { ALEX, type Calls, JONAS, MARIA } from '../calls';
import type { Commands } from '../make-commands';
import { until } from '../until';
import type { Workspace } from '../workspace';

/** Creates what people keep for themselves, files of several runs, and settings of all jobs. A worker has to be running. */
export async function fillPersonal(workspace: Workspace, calls: Calls, command: Commands): Promise<void> {
  const { kitId } = command('findOrders');
  await calls.inSandbox('PUT', `/kits/${kitId}/users/${MARIA}/pinned`, undefined, MARIA);
  const presets = `/kits/${kitId}/presets`;
  await calls.inSandbox(
    'POST',
    presets,
    { name: 'Three of Bo', runrams: { customer_name: 'Bo', row_limit: 3 } },
    MARIA,
  );
  await calls.inSandbox(
    'POST',
    presets,
    { name: 'The first', runrams: { row_limit: 1 }, isShared: true },
    JONAS,
  );
  const view = { name: 'What failed', address: 'status=failed' };
  await calls.inSandbox('PUT', '/history-views', view, MARIA);
  const daysOff = [{ date: '2026-12-25', name: 'Christmas' }];
  await calls.inSandbox('PATCH', '/cron-job-settings', { daysOff });
  await calls.as(ALEX, 'PATCH', '/northwind/cron-job-settings', { isPaused: true });
  await combine(workspace, calls, command);
}

/** One file is written while it is sent, and a worker makes the other. The receipt makes the key that signs it. */
async function combine(workspace: Workspace, calls: Calls, command: Commands): Promise<void> {
  const find = command('findOrders');
  const runIds = [
    await calls.run(find, { customer_name: 'Bo', row_limit: 1 }),
    await calls.run(find, { customer_name: 'Cy', row_limit: 1 }),
  ];
  await calls.inSandbox('GET', `/receipts/${runIds[0]}`, undefined, MARIA);
  for (const downloadType of ['csv', 'xlsx']) {
    const body = { runIds, downloadType, withParams: true };
    await calls.inSandbox('POST', '/combine-and-download-runs', body, MARIA);
  }
  await until(
    workspace,
    `select count(*) = 2 as is_so from combined_download where status = 'ready' and $1 = any(run_ids)`,
    runIds[0] ?? 0,
  );
}
