import { z } from 'zod';
import { withClient } from '@/scripts/postgres/connect';
import { type Calls, JONAS, MARIA } from '../calls';
import type { Commands } from '../make-commands';
import type { Workspace } from '../workspace';

const asked = z.object({ approval: z.object({ approval_id: z.int() }) });

/** Creates a run that was approved and one that was denied, and leaves one that waits. A worker has to be running. */
export async function fillApprovals(workspace: Workspace, calls: Calls, command: Commands): Promise<void> {
  const restock = command('restock');
  await calls.inSandbox('PATCH', `/kits/${restock.kitId}`, { needsApproval: true, minutesSaved: 15 });
  const answers = { 1: { isGranted: true }, 2: { isGranted: false, reason: 'Not today' }, 3: null };
  for (const [quantity, answer] of Object.entries(answers)) {
    const runId = await calls.createRun(restock, MARIA);
    const values = { sku: 'TEN-0002', quantity: Number(quantity) };
    const { approval } = asked.parse(await calls.startRun(restock, runId, values, MARIA));
    if (answer === null) continue;
    const path = `/kits/${restock.kitId}/approvals/${approval.approval_id}`;
    await calls.inSandbox('POST', path, answer, JONAS);
    await calls.untilStatus(restock, runId, (status) => status === 'success' || status === 'failed');
  }
  // It still waits whenever the recording is read.
  await withClient(workspace.databaseUrl, (client) =>
    client.query(`update approval_request set expires_at = '2126-01-01' where state = 'waiting'`),
  );
}
