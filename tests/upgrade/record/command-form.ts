import { z } from 'zod';
import type { Calls, Command } from './calls';

const detail = z.object({
  anchor_ol: z.object({
    kit_run_schema: z.array(z.object({ lego_instance_input_id: z.int(), key: z.string() })),
  }),
});
const columns = z.array(z.object({ nooc_id: z.int(), path: z.string() }));

/** Returns the id of an input of a command. */
export async function inputOf(calls: Calls, { kitId }: Command, key: string): Promise<number> {
  const { anchor_ol } = detail.parse(await calls.inSandbox('GET', `/deep-kits-6/${kitId}`));
  const found = anchor_ol.kit_run_schema.find((input) => input.key === key);
  if (found === undefined) throw new Error(`Command ${kitId} has no input "${key}"`);
  return found.lego_instance_input_id;
}

/** Returns the id of a column of a command's results. The command has to have a run. */
export async function columnOf(calls: Calls, { kitId, olId }: Command, path: string): Promise<number> {
  const all = columns.parse(await calls.inSandbox('GET', `/kits/${kitId}/ols/${olId}/output-cols`));
  const found = all.find((column) => column.path === path);
  if (found === undefined) throw new Error(`Command ${kitId} has no column "${path}"`);
  return found.nooc_id;
}
