import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { startRun as startRunOperation } from '@/lib/contract/runs';
import type { InputValues } from '@/lib/inputs/input';
import type { RunTrigger } from '@/lib/runs/trigger';
import type { AuditSource } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load-command';
import { AppError } from '@/server/errors';
import type { Context } from '@/server/http/context';
import type { RequestKey } from '@/server/http/idempotency';
import { refuseOtherTemplate } from '@/server/runs/create-run';
import { definitionPart, rememberDefinition } from '@/server/runs/definition';
import { insertStartedRun, STARTED, withStarted } from '@/server/runs/insert-run';
import { prepareChosenRun } from '@/server/starting-runs/prepare-chosen-run';
import { query } from '@/server/statements';

/**
 * Checks the values of a created run, freezes what it executes, and puts it in line. The run, its place in line, and its
 * audit row are one statement, so they commit together or not at all.
 */
export async function startRun({ actor, subject, body, audit, key }: Context<typeof startRunOperation>) {
  const { command, runId } = subject;
  if (key?.madeId != null) return { runId, status: 'starting' as const };
  refuseOtherTemplate(body.templateId, command.templateId);
  const prepared = await prepareChosenRun(command, actor, body.params, 'runrams', audit);
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
  const prepared = await prepareChosenRun(command, actor, values, 'params', audit);
  return insertStartedRun(command, actor, prepared, trigger, audit, key);
}
