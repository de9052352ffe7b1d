import type { updateInput as updateInputOperation } from '@/lib/contract/command/inputs';
import { changeInputs } from '@/server/commands/inputs/change-inputs';
import type { Context } from '@/server/operations/context';

/** Changes how one input looks and behaves, and its place in the form. */
export async function updateInput({
  actor,
  subject: { orgId, commandId },
  params: { inputId },
  body: { version, orgId: _, ...changes },
  audit,
}: Context<typeof updateInputOperation>) {
  return changeInputs({ actor, orgId, commandId, version, inputs: [{ ...changes, inputId }], audit });
}
