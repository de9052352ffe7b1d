import statement from 'sql-template-tag';
import type { z } from 'zod';
import { approvalState, type runApproval } from '@/lib/contract/runs/run-approval';
import { approversOf } from '@/server/access/approvers';
import { clock } from '@/server/base/clock';
import { column, outerJoined, query, type RowOf } from '@/server/base/database/statements';
import { APPROVAL_JOIN } from '@/server/runs/start/run-digest';

/** The row shape of `APPROVAL_COLUMNS`; all null for a run that needs no approval. */
export const APPROVAL = outerJoined({
  approval_id: column.int,
  approval_state: approvalState,
  approval_note: column.text,
  approval_expires_at: column.time,
  approval_answered_by: column.text,
  approval_reason: column.text,
  approval_also_asked_by: column.texts,
});

/** Columns of the request `a`, which `APPROVAL_JOIN` joins. */
export const APPROVAL_COLUMNS = statement`
  a.approval_id, a.state::text as approval_state, a.note as approval_note, a.expires_at as approval_expires_at,
  (select name from "user" where user_id = a.answered_by_user_id) as approval_answered_by, a.reason as approval_reason,
  a.also_asked_by as approval_also_asked_by`;

interface RunOfCommand {
  org_id: string;
  command_id: number;
  user_id: string;
}

/**
 * The request that a run needs, with who can approve it while it waits; null for most runs.
 *
 * @param viewerId the person who sees the run
 */
export async function approvalOfRun(
  viewerId: string,
  row: RowOf<typeof APPROVAL> & RunOfCommand,
): Promise<z.output<typeof runApproval> | null> {
  if (row.approval_id === null || row.approval_state === null || row.approval_expires_at === null)
    return null;
  const engineers = await approversOf(row.org_id, row.command_id, row.user_id);
  const approvers = engineers.filter(({ userId }) => row.approval_also_asked_by?.includes(userId) !== true);
  const isApprover = approvers.some(({ userId }) => userId === viewerId);
  const mayView = viewerId === row.user_id || engineers.some(({ userId }) => userId === viewerId);
  const asked = row.approval_state === 'waiting' ? approvers : [];
  return {
    approvalId: row.approval_id,
    state: row.approval_state,
    note: mayView ? row.approval_note : null,
    expiresAt: row.approval_expires_at.toISOString(),
    answeredByName: row.approval_answered_by,
    reason: row.approval_reason,
    mayView,
    mayAnswer: isApprover && asked.length > 0 && row.approval_expires_at.getTime() > clock.nowMs(),
    approvers: asked.map(({ name }) => name),
    otherApprovers: asked.flatMap(({ userId, name }) => (userId === viewerId ? [] : [name])),
  };
}

/** The same by the run's id, for someone who may see the run. */
export async function readRunApproval(viewerId: string, orgId: string, runId: number) {
  const [row] = await query(
    { org_id: column.text, command_id: column.int, user_id: column.text, ...APPROVAL },
    statement`select r.org_id, r.command_id, r.started_by_user_id as user_id, ${APPROVAL_COLUMNS}
     from run r ${APPROVAL_JOIN} where r.org_id = ${orgId} and r.run_id = ${runId}`,
  );
  return row === undefined ? null : approvalOfRun(viewerId, row);
}
