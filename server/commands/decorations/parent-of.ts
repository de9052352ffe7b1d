import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { FollowUpKind } from '@/lib/outputs/follow-up-in';
import type { CommandSubject } from '@/server/access/load/load-command';
import { loadRun } from '@/server/access/load/load-run';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { readUndoOffer } from '@/server/commands/undo/undo-offer';

/** Also for the second of two who take the same run back at once. */
export const UNDO_OVER =
  'This run can no longer be undone: it was undone, one of the two commands changed, or its time has passed.';

interface FollowUp {
  followUp?: FollowUpKind | undefined;
  parentRunId?: number | undefined;
}

function refuse(path: string, message: string): AppError {
  return new AppError('invalid', message, { issues: [{ path, message }] });
}

/**
 * Returns the run whose result or error box a new run is started from; null if the request names none. Throws 404 unless
 * the person may see that run, 400 unless its command offers this one, and 409 if it can't be undone anymore.
 */
export async function parentOf(
  actor: Person,
  { orgId, commandId }: CommandSubject,
  { followUp: trigger, parentRunId }: FollowUp,
) {
  if (trigger === undefined && parentRunId === undefined) return null;
  if (parentRunId === undefined) throw refuse('parentRunId', 'Name the run that this one is started from.');
  if (trigger === undefined) throw refuse('trigger', 'Say how this run is started from the other one.');
  const { command } = await loadRun(actor, orgId, null, parentRunId, 'run.see');
  if (trigger === 'undo') {
    const offer = await readUndoOffer(actor, { orgId, runId: parentRunId });
    if (offer?.commandId === commandId) return { runId: parentRunId, trigger };
    throw new AppError('conflict', UNDO_OVER);
  }
  const offers =
    trigger === 'error_jump'
      ? statement`select from error_decoration d`
      : statement`select from decoration d`;
  const [row] = await query(
    { is_offered: column.boolean },
    statement`select exists (${offers} where d.org_id = ${orgId} and d.command_id = ${command.configuredId}
      and d.target_command_id = ${commandId}) as is_offered`,
  );
  if (row?.is_offered !== true) {
    throw refuse('parentRunId', "That run's command no longer offers this one.");
  }
  return { runId: parentRunId, trigger };
}
