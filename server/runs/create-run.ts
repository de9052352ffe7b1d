import type { Person } from '@/lib/access/vocabulary';
import type {
  createRunGroup as createRunGroupOperation,
  createRun as createRunOperation,
} from '@/lib/contract/runs';
import { sql } from '@/server/db';
import { AppError, forbidden } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { keyValues, noteMadeSql } from '@/server/http/idempotency';

export async function createRunGroup({ actor, subject }: Context<typeof createRunGroupOperation>) {
  const [row] = await sql.query<{ run_group_id: number }>(
    'insert into run_group (org_id, command_id, user_id) values ($1, $2, $3) returning run_group_id',
    [subject.orgId, subject.commandId, actor.userId],
  );
  if (row === undefined) throw new Error('A run group was not inserted');
  return { runGroupId: row.run_group_id };
}

/** The template that a request names must be the command's own. */
export function refuseOtherTemplate(templateId: number, ofCommand: number): void {
  if (templateId === ofCommand) return;
  throw new AppError('invalid', 'The olId is not that of this command.', {
    issues: [{ path: 'olId', message: "Must be the command's own" }],
  });
}

/** The documents let clients say who they are; it is compared, never believed. */
function refuseOtherCaller(uoId: string | null | undefined, actor: Person, orgId: string): void {
  if (uoId == null || uoId === `${actor.userId}_${orgId}`) return;
  throw forbidden('The uoId is not that of the person who is calling.');
}

/** Creates a run that waits for its values (starting). Nothing happens at the source yet. */
export async function createRun({ actor, subject, body, key }: Context<typeof createRunOperation>) {
  if (key?.madeId != null) return { runId: key.madeId };
  refuseOtherTemplate(body.templateId, subject.templateId);
  refuseOtherCaller(body.uoId, actor, subject.orgId);
  const [row] = await sql.query<{ run_id: number }>(
    `with made as (
       insert into run (org_id, command_id, template_id, run_group_id, started_by_user_id, is_dropdown)
       select $1, $2, $3, $4, $5, $6
       where $4::int is null or exists (
         select 1 from run_group
         where org_id = $1 and command_id = $2 and run_group_id = $4 and user_id = $5)
       returning run_id
     ), ${noteMadeSql(7, 'made', 'run_id')}
     select run_id from made`,
    [
      subject.orgId,
      subject.commandId,
      subject.templateId,
      body.runGroupId ?? null,
      actor.userId,
      body.isDropdown ?? false,
      ...keyValues(key),
    ],
  );
  if (row !== undefined) return { runId: row.run_id };
  throw new AppError('invalid', 'The kitRunId is not a run group of yours for this command.', {
    issues: [{ path: 'kitRunId', message: 'Must be a run group of yours for this command' }],
  });
}
