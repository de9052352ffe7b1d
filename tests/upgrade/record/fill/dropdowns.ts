import { z } from 'zod';
import { type Calls, DANA } from '../calls';
import { columnOf, inputOf } from '../command-form';
import type { Commands } from '../make-commands';
import { until } from '../until';
import type { Workspace } from '../workspace';

const made = z.object({ dropdown_id: z.int() });

/**
 * Creates a dropdown of each kind, and the run that loads the options of one. The command that gives them has to have a
 * run, and a worker has to be running.
 */
export async function fillDropdowns(workspace: Workspace, calls: Calls, command: Commands): Promise<void> {
  const hardcoded = { name: 'Reasons', enum: ['damaged', 'late'] };
  await link(calls, command, 'refundOrder', 'reason', hardcoded);
  const regions = command('regions');
  const { inputId, dropdownId } = await link(calls, command, 'myDesk', 'who', {
    name: 'Regions',
    senderKitId: regions.kitId,
    senderValueNoocId: await columnOf(calls, regions, 'value'),
    senderDisplayNoocId: await columnOf(calls, regions, 'label'),
    cacheInterval: 'weekly',
  });
  await calls.inSandbox(
    'GET',
    `/kits/${command('myDesk').kitId}/li-inputs/${inputId}/options`,
    undefined,
    DANA,
  );
  await until(
    workspace,
    `select count(*) > 0 as is_so from dropdown_run d join run r using (org_id, run_id)
     join dropdown s on s.sender_command_id = d.command_id
     where s.dropdown_id = $1 and r.status = 'success'`,
    dropdownId,
  );
}

async function link(
  calls: Calls,
  command: Commands,
  name: 'refundOrder' | 'myDesk',
  key: string,
  body: object,
): Promise<{ inputId: number; dropdownId: number }> {
  const { dropdown_id: dropdownId } = made.parse(await calls.inSandbox('POST', '/dropdowns', body));
  const inputId = await inputOf(calls, command(name), key);
  await calls.inSandbox('PATCH', `/kits/${command(name).kitId}/li-inputs/${inputId}`, { dropdownId });
  return { inputId, dropdownId };
}
