import statement, { type Sql as Statement } from 'sql-template-tag';
import { throughText } from '@/lib/access/through';
import type { Person } from '@/lib/access/vocabulary';
import type { startRun as startRunOperation } from '@/lib/contract/runs';
import type { InputValues } from '@/lib/inputs/input';
import type { RunTrigger } from '@/lib/runs/trigger';
import { type AuditSource, auditInsert } from '@/server/access/audit';
import type { CommandSubject, RunnableSubject } from '@/server/access/load-command';
import { AppError } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { noteMade, type RequestKey } from '@/server/http/idempotency';
import { refuseOtherTemplate } from '@/server/runs/create-run';
import { definitionPart, rememberDefinition } from '@/server/runs/definition';
import { lineUp, notifyQueued } from '@/server/runs/line-up';
import { type PreparedRun, prepareRun } from '@/server/runs/prepare-run';
import { column, query } from '@/server/statements';

/** The audit entry of a start. The run's id is in it, and the history has the values. */
function startAudit(source: AuditSource, command: CommandSubject): Statement {
  const entry = {
    orgId: command.orgId,
    action: 'run.start',
    subjectType: 'command',
    subjectId: String(command.commandId),
  } as const;
  return auditInsert(source, entry, statement`jsonb_build_object('run_id', run_id)`);
}

/** Everything that happens, in the same statement, to the run that the CTE `started` created or started. */
function withStarted(
  command: CommandSubject,
  { definition }: PreparedRun,
  audit: AuditSource,
  key: RequestKey | null,
): Statement {
  return statement`${lineUp(definition)},
    audited as (${startAudit(audit, command)} from started),
    ${noteMade(key, 'started', 'run_id')}
    select run_id, definition_id, ${notifyQueued} from started`;
}

const STARTED = { run_id: column.int, definition_id: column.int, pg_notify: column.text };

/**
 * Checks the values of a created run, freezes what it executes, and puts it in line. The run, its place in line, and its
 * audit row are one statement, so they commit together or not at all.
 */
export async function startRun({ actor, subject, body, audit, key }: Context<typeof startRunOperation>) {
  const { command, runId } = subject;
  if (key?.madeId != null) return { runId, status: 'starting' as const };
  refuseOtherTemplate(body.templateId, command.templateId);
  const prepared = await prepareRun(command, actor, body.params, 'runrams');
  const [row] = await query(
    STARTED,
    statement`with ${definitionPart(prepared.frozen)}, started as (
       update run set queued_at = now(), params = ${prepared.params}, definition_id = definition.definition_id,
         sent_values = ${prepared.sentValues}, sealed_values = ${prepared.sealedValues}
       from definition
       where run_id = ${runId} and status = 'starting' and queued_at is null
       returning org_id, run_id, command_id, started_by_user_id, trigger, run.definition_id
     ), ${withStarted(command, prepared, audit, key)}`,
  );
  if (row === undefined) throw new AppError('conflict', 'This run has already been started.');
  rememberDefinition(prepared.frozen, row.definition_id);
  return { runId, status: 'starting' as const };
}

/** Creates a run and starts it at once, with the same guarantees, in one statement. Returns its id. */
export async function createStartedRun(
  command: RunnableSubject,
  actor: Person,
  values: InputValues,
  trigger: RunTrigger,
  audit: AuditSource,
  key: RequestKey | null,
): Promise<number> {
  const prepared = await prepareRun(command, actor, values, 'params');
  const [row] = await query(
    STARTED,
    statement`with ${definitionPart(prepared.frozen)}, started as (
       insert into run (org_id, command_id, template_id, started_by_user_id, trigger, started_through, queued_at,
         params, definition_id, sent_values, sealed_values)
       select ${command.orgId}, ${command.commandId}, ${command.templateId}, ${actor.userId}, ${trigger}::run_trigger,
         ${throughText(actor.through)}, now(), ${prepared.params}, definition_id, ${prepared.sentValues}, ${prepared.sealedValues}
       from definition
       returning org_id, run_id, command_id, started_by_user_id, trigger, run.definition_id
     ), ${withStarted(command, prepared, audit, key)}`,
  );
  if (row === undefined) throw new Error('A run was not inserted');
  rememberDefinition(prepared.frozen, row.definition_id);
  return row.run_id;
}
