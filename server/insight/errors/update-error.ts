import statement from 'sql-template-tag';
import type { errorDetails, updateError as updateErrorOperation } from '@/lib/contract/insight/errors';
import type { BodyOf } from '@/lib/contract/operation';
import type { Decoded } from '@/lib/wire/wire';
import { recordAudit } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { invalidAt } from '@/server/base/errors';
import { errorFor } from '@/server/insight/errors/read-error';
import { STANDING } from '@/server/insight/errors/standing';
import { notify } from '@/server/messages/notify';
import type { Context } from '@/server/operations/context';

type Change = BodyOf<typeof updateErrorOperation>;

/** Changes where an error stands, and whose it is. A person whom another person assigns hears about it. */
export async function updateError({
  actor,
  subject,
  params: { errorId },
  body,
  audit,
}: Context<typeof updateErrorOperation>): Promise<Decoded<typeof errorDetails>> {
  const of = { actor, subject };
  const { orgId } = subject;
  refuseNonsense(body);
  const error = await errorFor(of, errorId);
  const { assigneeId } = body;
  if (assigneeId != null && !error.engineers.some(({ userId }) => userId === assigneeId)) {
    throw invalidAt('assigneeId', 'An error is assigned to an engineer of one of its commands.');
  }
  await transaction(async (tx) => {
    const before = await lockError(tx, orgId, errorId);
    const subjectOf = { orgId, subjectType: 'error', subjectId: String(errorId) } as const;
    if (body.state !== undefined) {
      await setState(tx, orgId, errorId, actor.userId, body);
      const { state, ignoredUntil, ignoredRuns } = body;
      await recordAudit(tx, audit, {
        ...subjectOf,
        action: ACTIONS[state],
        before: { state: before.state },
        after: {
          state,
          ...(ignoredUntil === undefined ? {} : { ignored_until: ignoredUntil }),
          ...(ignoredRuns === undefined ? {} : { ignored_runs: ignoredRuns }),
        },
      });
    }
    if (assigneeId !== undefined && assigneeId !== before.assignee_user_id) {
      await execute(
        statement`update error_group set assignee_user_id = ${assigneeId}
          where org_id = ${orgId} and error_group_id = ${errorId}::bigint`,
        tx,
      );
      await recordAudit(tx, audit, {
        ...subjectOf,
        action: 'error.assign',
        before: { assignee: before.assignee_user_id },
        after: { assignee: assigneeId },
      });
      const [command] = error.commands;
      if (assigneeId !== null && assigneeId !== actor.userId && command !== undefined) {
        const { commandId } = command;
        const told = {
          orgId,
          userIds: [assigneeId],
          kind: 'error_assigned',
          actorUserId: actor.userId,
        } as const;
        await notify(tx, { ...told, commandId, errorId });
      }
    }
  });
  return errorFor(of, errorId);
}

const ACTIONS = { open: 'error.reopen', resolved: 'error.resolve', ignored: 'error.ignore' } as const;

function refuseNonsense({ state, ignoredUntil, ignoredRuns }: Change): void {
  const hasEnd = ignoredUntil !== undefined || ignoredRuns !== undefined;
  if (state === 'ignored' && !hasEnd) {
    throw invalidAt(
      'ignoredUntil',
      'Enter a date until which to ignore the error, or how many more failures to ignore.',
    );
  }
  if (state !== 'ignored' && hasEnd) throw invalidAt('state', 'Only an ignored error has an end of that.');
  if (ignoredUntil !== undefined && Date.parse(ignoredUntil) <= clock.nowMs()) {
    throw invalidAt('ignoredUntil', 'Choose a time in the future.');
  }
}

async function lockError(tx: Sql, orgId: string, errorId: number) {
  const [row] = await query(
    { state: STANDING.state, assignee_user_id: column.text.nullable() },
    statement`select state::text, assignee_user_id from error_group
      where org_id = ${orgId} and error_group_id = ${errorId}::bigint for update`,
    tx,
  );
  if (row === undefined) throw new Error('An error that was read is gone');
  return row;
}

async function setState(
  tx: Sql,
  orgId: string,
  errorId: number,
  userId: string,
  { state, ignoredUntil, ignoredRuns }: Change,
): Promise<void> {
  await execute(
    statement`update error_group set state = ${state}::error_state, state_since = ${new Date(clock.nowMs())},
        state_by_user_id = ${state === 'open' ? null : userId}, ignored_until = ${ignoredUntil ?? null}::timestamptz,
        ignored_until_runs = runs + ${ignoredRuns ?? null}::int
      where org_id = ${orgId} and error_group_id = ${errorId}::bigint`,
    tx,
  );
}
