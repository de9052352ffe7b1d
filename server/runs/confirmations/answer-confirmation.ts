import statement from 'sql-template-tag';
import type {
  answerConfirmation as answerConfirmationOperation,
  ConfirmationState,
} from '@/lib/contract/runs/confirmations';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { isOf, readRow, stateOf, type Whose } from '@/server/runs/confirmations/confirmation-row';
import { confirmationFor, loadConfirmation } from '@/server/runs/confirmations/read-confirmation';
import { refuseUnconfirmed } from '@/server/runs/start/confirmation';

/** Confirms or declines a run, as the person who was asked, while it is still the run that they were shown. */
export async function answerConfirmation({
  actor,
  params: { confirmationId },
  body: { isConfirmed, confirmation },
  audit,
}: Context<typeof answerConfirmationOperation>) {
  const { row, command, revision } = await loadConfirmation(actor, confirmationId);
  const state = stateOf(row, revision);
  if (state !== 'waiting') throw notWaiting(state);
  if (isConfirmed) refuseUnconfirmed(command, confirmation);
  const isAnswered = await transaction((tx) =>
    keepAnswer(tx, { confirmationId, whose: { userId: actor.userId }, revision, isConfirmed, audit }),
  );
  if (!isAnswered) throw notWaiting(await currentState(confirmationId, actor.userId));
  return confirmationFor(actor, confirmationId);
}

async function currentState(confirmationId: string, userId: string): Promise<ConfirmationState> {
  const row = await readRow(confirmationId, { userId });
  return row === null ? 'expired' : stateOf(row, null);
}

const REASONS: Readonly<Record<ConfirmationState, string>> = {
  waiting: 'The answer could not be saved. Try again.',
  confirmed: 'You have confirmed this run already.',
  declined: 'This run was declined already. The program can ask again.',
  used: 'This run was confirmed, and has been started.',
  expired: 'This has expired, and nothing was run. The program can ask again.',
  changed: 'The command was changed after the program asked, so nothing was run. The program can ask again.',
};

const notWaiting = (state: ConfirmationState) => new AppError('conflict', REASONS[state]);

interface Answer {
  confirmationId: string;
  whose: Whose;
  /** Of the command as the person saw it; null if that doesn't matter, because they declined. */
  revision: string | null;
  isConfirmed: boolean;
  audit: AuditSource;
}

/** Records an answer, once. Returns whether the confirmation was still waiting for one. */
export async function keepAnswer(
  tx: Sql,
  { confirmationId, whose, revision, isConfirmed, audit }: Answer,
): Promise<boolean> {
  const [answered] = await query(
    { org_id: column.text, command_id: column.int },
    statement`update run_confirmation c
     set state = ${isConfirmed ? 'confirmed' : 'declined'}::confirmation_state
     where c.confirmation_id = ${confirmationId} and ${isOf(whose)} and c.state = 'waiting'
       and c.expires_at > ${clock.now()} and c.revision = coalesce(${revision}::text, c.revision)
     returning c.org_id, c.command_id`,
    tx,
  );
  if (answered === undefined) return false;
  await recordAudit(tx, audit, {
    orgId: answered.org_id,
    action: isConfirmed ? 'confirmation.confirm' : 'confirmation.decline',
    subjectType: 'command',
    subjectId: String(answered.command_id),
    after: { confirmation_id: confirmationId },
  });
  return true;
}
