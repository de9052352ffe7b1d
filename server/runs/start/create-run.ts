import statement from 'sql-template-tag';
import { throughText } from '@/lib/access/through';
import type { Person } from '@/lib/access/vocabulary';
import type {
  createRunGroup as createRunGroupOperation,
  createRun as createRunOperation,
} from '@/lib/contract/runs/runs';
import { triggerOf } from '@/lib/contract/runs/trigger';
import { unchangedSince } from '@/server/access/memory/last-changes';
import { relyingOn } from '@/server/access/memory/remembered-actors';
import { column, query } from '@/server/base/database/statements';
import { AppError, forbidden } from '@/server/base/errors';
import { parentOf, UNDO_OVER } from '@/server/commands/decorations/parent-of';
import type { Context } from '@/server/operations/context';
import { noteMade } from '@/server/operations/idempotency';

export async function createRunGroup({ actor, subject }: Context<typeof createRunGroupOperation>) {
  const [row] = await query(
    { run_group_id: column.int },
    statement`insert into run_group (org_id, command_id, user_id)
     values (${subject.orgId}, ${subject.commandId}, ${actor.userId}) returning run_group_id`,
  );
  if (row === undefined) throw new Error('A run group was not inserted');
  return { runGroupId: row.run_group_id };
}

/** Throws 400 unless the template that a request names is the command's own. */
export function refuseOtherTemplate(templateId: number, ofCommand: number): void {
  if (templateId === ofCommand) return;
  throw new AppError('invalid', "The olId doesn't belong to this command.", {
    issues: [{ path: 'olId', message: "Must be the command's own" }],
  });
}

/** Clients may say who they are, as the documents allow; that is only checked, never trusted. */
export function refuseOtherCaller(uoId: string | null | undefined, actor: Person, orgId: string): void {
  if (uoId == null || uoId === `${actor.userId}_${orgId}`) return;
  throw forbidden("The uoId isn't yours.");
}

/** A run is taken back once: two who do so at the same time meet in the unique index. */
const isSecondUndo = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'run_one_undo_key';

/** Creates a run that waits for its values (starting). Nothing happens at the source yet. */
export async function createRun({ actor, subject, body, key }: Context<typeof createRunOperation>) {
  if (key?.madeId != null) return { runId: key.madeId };
  refuseOtherTemplate(body.templateId, subject.templateId);
  refuseOtherCaller(body.uoId, actor, subject.orgId);
  const runGroupId = body.runGroupId ?? null;
  const parent = await parentOf(actor, subject, body);
  const trigger = parent?.trigger ?? triggerOf(actor.through);
  // The history leaves out runs for dropdowns, so nobody can say that of a command that no dropdown asks.
  const isForDropdown =
    parent === null && body.isDropdown === true
      ? statement`exists (select from dropdown where org_id = ${subject.orgId} and sender_command_id = ${subject.commandId})`
      : statement`false`;
  const unchanged = unchangedSince(actor, subject.orgId) ?? statement`true`;
  const insert = statement`with made as (
       insert into run (org_id, command_id, template_id, run_group_id, started_by_user_id, trigger, started_through,
         parent_run_id)
       select ${subject.orgId}, ${subject.commandId}, ${subject.templateId}, ${runGroupId}::bigint, ${actor.userId},
         (case when ${isForDropdown} then 'dropdown' else ${trigger} end)::run_trigger, ${throughText(actor.through)}, ${parent?.runId ?? null}::bigint
       where ${unchanged} and (${runGroupId}::bigint is null or exists (
         select 1 from run_group
         where org_id = ${subject.orgId} and command_id = ${subject.commandId} and run_group_id = ${runGroupId}::bigint
           and user_id = ${actor.userId}))
       returning run_id
     ), ${noteMade(key, 'made', 'run_id')}
     select run_id from made`;
  const [row] = await relyingOn(actor, () => query({ run_id: column.int }, insert)).catch(
    (error: unknown) => {
      if (isSecondUndo(error)) throw new AppError('conflict', UNDO_OVER, { cause: error });
      throw error;
    },
  );
  if (row !== undefined) return { runId: row.run_id };
  throw new AppError('invalid', 'The kitRunId is not a run group of yours for this command.', {
    issues: [{ path: 'kitRunId', message: 'Must be a run group of yours for this command' }],
  });
}
