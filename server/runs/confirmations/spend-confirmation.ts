import statement from 'sql-template-tag';
import type { ConfirmationState } from '@/lib/contract/runs/confirmations';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { forbidden } from '@/server/base/errors';
import type { Asker } from '@/server/runs/confirmations/ask-confirmation';
import { type ConfirmationRow, readRow, stateOf } from '@/server/runs/confirmations/confirmation-row';
import { digestOf, type IntendedRun, revisionOf } from '@/server/runs/confirmations/intended-run';
import { unknownConfirmation } from '@/server/runs/confirmations/wait-for-answer';

const AGAIN = 'Call the command again to ask the person once more.';

const REFUSALS: Readonly<Record<ConfirmationState, string>> = {
  waiting: 'The person has not confirmed this run yet.',
  confirmed: `The person confirmed other arguments, or another command. ${AGAIN}`,
  declined: "The person declined, so nothing was run. Don't ask again unless they tell you to.",
  used: `This code was used: it allows one run. ${AGAIN}`,
  expired: `This code is older than ten minutes. ${AGAIN}`,
  changed: `The command was changed after the person saw it. ${AGAIN}`,
};

/** The refusal of a run whose confirmation is in this state. */
export const refusalOf = (state: ConfirmationState) => forbidden(REFUSALS[state]);

/**
 * Uses a confirmation up for exactly this run. Throws 403, in words for the program, unless the person confirmed this
 * command in this revision with these values, for this token, within ten minutes, and it was not used before. Of two
 * calls at once, one gets through.
 */
export async function spendConfirmation(
  confirmationId: string,
  { userId, tokenId }: Asker,
  run: IntendedRun,
  audit: AuditSource,
): Promise<void> {
  const { orgId, commandId } = run.command;
  const revision = await revisionOf(run.command);
  const isUsed = await transaction(async (tx) => {
    const used = await query(
      { confirmation_id: column.text },
      statement`update run_confirmation set state = 'used'
       where confirmation_id = ${confirmationId} and token_id = ${tokenId} and user_id = ${userId}
         and org_id = ${orgId} and command_id = ${commandId} and state = 'confirmed'
         and expires_at > ${clock.now()} and revision = ${revision} and is_dry_run = ${run.isDryRun}
         and digest = ${digestOf(run)}
       returning confirmation_id`,
      tx,
    );
    if (used.length !== 1) return false;
    await recordAudit(tx, audit, {
      orgId,
      action: 'confirmation.use',
      subjectType: 'command',
      subjectId: String(commandId),
      after: { confirmation_id: confirmationId },
    });
    return true;
  });
  if (isUsed) return;
  const row = await readRow(confirmationId, { tokenId });
  if (row === null) throw unknownConfirmation();
  throw refusalOf(stateOf(row, isOfCommand(row, run) ? revision : null));
}

/** Only the revision of its own command says whether it was changed. */
const isOfCommand = (row: ConfirmationRow, { command }: IntendedRun): boolean =>
  row.org_id === command.orgId && row.command_id === command.commandId;
