import statement, { type Sql as Statement } from 'sql-template-tag';
import { throughText } from '@/lib/access/through';
import type { Person } from '@/lib/access/vocabulary';
import type { RunTrigger } from '@/lib/contract/runs/trigger';
import type { AuditSource } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { noteMade, type RequestKey } from '@/server/operations/idempotency';
import { type ApprovalGate, requestApproval } from '@/server/runs/approvals/request-approval';
import { definitionPart, rememberDefinition } from '@/server/runs/start/definition';
import { jobOf } from '@/server/runs/start/insert-run';
import type { PreparedRun } from '@/server/runs/start/prepare-run';
import { keepFiles } from '@/server/runs/start/run-files';

interface Held {
  command: RunnableSubject;
  actor: Person;
  prepared: PreparedRun;
  note: string | null | undefined;
  audit: AuditSource;
  key: RequestKey | null;
}

/**
 * Stores the values of a created run, and requests its approval instead of putting it in line. False if it was started
 * or canceled before.
 */
export async function holdCreatedRun(gate: ApprovalGate, held: Held & { runId: number }): Promise<boolean> {
  const { prepared, runId } = held;
  const id = await hold(
    gate,
    held,
    statement`update run set queued_at = now(), params = ${prepared.params}, definition_id = definition.definition_id,
        sent_values = ${prepared.sentValues}, sealed_values = ${prepared.sealedValues},
        is_dry_run = ${prepared.definition.isDryRun ?? false}, ran_anyway = ${prepared.definition.ranAnyway ?? false}
      from definition
      where run_id = ${runId} and status = 'starting' and queued_at is null
      returning run_id`,
  );
  return id !== null;
}

/**
 * Creates a prepared run, and requests its approval. Returns the run's id.
 *
 * @param db the transaction to do it in; one of its own without
 */
export async function insertHeldRun(
  gate: ApprovalGate,
  held: Held & { trigger: RunTrigger; parentRunId?: number },
  db?: Sql,
): Promise<number> {
  const { command, actor, prepared, trigger, parentRunId } = held;
  const id = await hold(
    gate,
    held,
    statement`insert into run (org_id, command_id, template_id, started_by_user_id, trigger, started_through,
        queued_at, params, definition_id, sent_values, sealed_values, is_dry_run, ran_anyway, scheduled_job_id,
        parent_run_id)
      select ${command.orgId}, ${command.commandId}, ${command.templateId}, ${actor.userId}, ${trigger}::run_trigger,
        ${throughText(actor.through)}, now(), ${prepared.params}, definition_id, ${prepared.sentValues},
        ${prepared.sealedValues}, ${prepared.definition.isDryRun ?? false},
        ${prepared.definition.ranAnyway ?? false}, ${jobOf(trigger, actor)}::int,
        ${parentRunId ?? null}::bigint
      from definition
      returning run_id`,
    db,
  );
  if (id === null) throw new Error('A run was not inserted');
  return id;
}

/** @param made creates the run or stores its values, and returns its id */
function hold(gate: ApprovalGate, held: Held, made: Statement, db?: Sql): Promise<number | null> {
  const { command, actor, prepared, note, audit, key } = held;
  const within = async (tx: Sql): Promise<number | null> => {
    const [row] = await query(
      { run_id: column.int, definition_id: column.int },
      statement`with ${definitionPart(prepared.frozen)}, made as (${made}),
       ${keepFiles(statement`made`, command.orgId, prepared.files)} ${noteMade(key, 'made', 'run_id')}
       select run_id, definition_id from made, definition`,
      tx,
    );
    if (row === undefined) return null;
    rememberDefinition(prepared.frozen, row.definition_id, tx);
    await requestApproval(tx, gate, { command, actor, runIds: [row.run_id], note, audit });
    return row.run_id;
  };
  return db === undefined ? transaction(within) : within(db);
}
