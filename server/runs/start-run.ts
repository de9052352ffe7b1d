import type { Person } from '@/lib/access/vocabulary';
import type { startRun as startRunOperation } from '@/lib/contract/runs';
import type { InputValues } from '@/lib/inputs/input';
import { type AuditSource, auditInsert, auditValues } from '@/server/access/audit';
import type { CommandSubject } from '@/server/access/load';
import { sql } from '@/server/db';
import { AppError } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { keyValues, noteMadeSql, type RequestKey } from '@/server/http/idempotency';
import { enqueueRunSql } from '@/server/queue/tasks';
import { refuseOtherTemplate } from '@/server/runs/create-run';
import { prepareRun } from '@/server/runs/prepare-run';

/** The command was run: which run it was stands beside it, with its values in the history. */
const RUN_ID = `jsonb_build_object('run_id', run_id)`;

function startAudit(source: AuditSource, command: CommandSubject) {
  return auditValues(source, {
    orgId: command.orgId,
    action: 'run.start',
    subjectType: 'command',
    subjectId: String(command.commandId),
  });
}

/**
 * Checks the values of a created run, freezes its snapshot and puts it on the queue. The run, its audit row
 * and its queue task are one statement, so they commit together or not at all.
 */
export async function startRun({ actor, subject, body, audit, key }: Context<typeof startRunOperation>) {
  const { command, runId } = subject;
  if (key?.madeId != null) return { runId, status: 'starting' as const };
  refuseOtherTemplate(body.templateId, command.templateId);
  const { snapshot, params } = await prepareRun(command, actor, body.params, 'runrams');
  const rows = await sql.query(
    `with started as (
       update run set queued_at = now(), params = $2, snapshot = $3, credential_id = $4
       where run_id = $1 and status = 'starting' and queued_at is null
       returning run_id
     ), audited as (${auditInsert(5, RUN_ID)} from started), ${noteMadeSql(14, 'started', 'run_id')}
     select ${enqueueRunSql('run_id')} from started`,
    [
      runId,
      JSON.stringify(params),
      JSON.stringify(snapshot),
      snapshot.credentialId,
      ...startAudit(audit, command),
      ...keyValues(key),
    ],
  );
  if (rows.length === 0) throw new AppError('conflict', 'This run was started before.');
  return { runId, status: 'starting' as const };
}

/** Creates a run and starts it at once; the same guarantees, in one statement. Answers its id. */
export async function createStartedRun(
  command: CommandSubject,
  actor: Person,
  values: InputValues,
  isStartup: boolean,
  audit: AuditSource,
  key: RequestKey | null,
): Promise<number> {
  const { snapshot, params } = await prepareRun(command, actor, values, 'params');
  const [row] = await sql.query<{ run_id: number }>(
    `with started as (
       insert into run (org_id, command_id, template_id, started_by_user_id, is_startup, queued_at, params, snapshot,
         credential_id)
       values ($1, $2, $3, $4, $5, now(), $6, $7, $8)
       returning run_id
     ), audited as (${auditInsert(9, RUN_ID)} from started), ${noteMadeSql(18, 'started', 'run_id')}
     select run_id, ${enqueueRunSql('run_id')} from started`,
    [
      command.orgId,
      command.commandId,
      command.templateId,
      actor.userId,
      isStartup,
      JSON.stringify(params),
      JSON.stringify(snapshot),
      snapshot.credentialId,
      ...startAudit(audit, command),
      ...keyValues(key),
    ],
  );
  if (row === undefined) throw new Error('A run was not inserted');
  return row.run_id;
}
