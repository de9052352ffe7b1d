import statement from 'sql-template-tag';
import type * as contract from '@/lib/contract/command/decorations';
import type { CommandSubject } from '@/server/access/load/load-command';
import { refuseTarget } from '@/server/access/load/load-target';
import { execute } from '@/server/base/database/statements';
import { AppError, changedMeanwhile, notFound } from '@/server/base/errors';
import { changeDecorations } from '@/server/commands/decorations/change-decorations';
import { readErrorJump } from '@/server/commands/decorations/read-decorations';
import type { Context } from '@/server/operations/context';

const SETTING = 'error_decoration';

/** An error decoration has the id of its own command. Throws 404 for any other id. */
function refuseOtherId({ commandId }: CommandSubject, outputKitId: number): void {
  if (outputKitId !== commandId) throw notFound();
}

/** Makes a command's error box offer another command. Throws 409 if it already offers one. */
export async function createErrorDecoration({
  actor,
  subject: command,
  body: { targetCommandId, version },
  audit,
}: Context<typeof contract.createErrorDecoration>) {
  const { orgId, commandId } = command;
  await refuseTarget(actor, orgId, targetCommandId);
  const { isStale } = await changeDecorations(command, version, audit, async (tx, { errorTarget }) => {
    if (errorTarget !== null) {
      throw new AppError('conflict', 'This command already has a button on errors. Delete it first.');
    }
    await execute(
      statement`insert into error_decoration (org_id, command_id, target_command_id, created_by_user_id)
        values (${orgId}, ${commandId}, ${targetCommandId}, ${actor.userId})`,
      tx,
    );
    return { action: 'decoration.create', after: { setting: SETTING, input_kit_id: targetCommandId } };
  });
  const jump = await readErrorJump(actor, command);
  if (isStale || jump === null) throw changedMeanwhile(jump ?? undefined);
  return jump;
}

export async function readErrorDecoration({
  actor,
  subject,
  params,
}: Context<typeof contract.readErrorDecoration>) {
  refuseOtherId(subject, params.outputKitId);
  const jump = await readErrorJump(actor, subject);
  if (jump === null) throw notFound();
  return jump;
}

export async function deleteErrorDecoration({
  subject: command,
  params,
  audit,
}: Context<typeof contract.deleteErrorDecoration>): Promise<undefined> {
  refuseOtherId(command, params.outputKitId);
  const { orgId, commandId } = command;
  await changeDecorations(command, undefined, audit, async (tx, { errorTarget }) => {
    if (errorTarget === null) throw notFound();
    await execute(
      statement`delete from error_decoration where org_id = ${orgId} and command_id = ${commandId}`,
      tx,
    );
    return { action: 'decoration.delete', before: { setting: SETTING, input_kit_id: errorTarget } };
  });
  return undefined;
}
