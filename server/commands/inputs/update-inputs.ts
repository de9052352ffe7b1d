import type { updateInputs as updateInputsOperation } from '@/lib/contract/command/inputs';
import { changeInputs } from '@/server/commands/inputs/change-inputs';
import type { Context } from '@/server/operations/context';

/** Changes several inputs of a command at once, and their order. */
export async function updateInputs({
  actor,
  subject: { orgId, commandId },
  body: { version, inputs },
  audit,
}: Context<typeof updateInputsOperation>) {
  return changeInputs({ actor, orgId, commandId, version, inputs, audit });
}
