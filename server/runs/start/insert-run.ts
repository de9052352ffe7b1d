import statement, { empty, type Sql as Statement } from 'sql-template-tag';
import { jobIdOf, throughText } from '@/lib/access/through';
import type { Person } from '@/lib/access/vocabulary';
import type { RunTrigger } from '@/lib/contract/runs/trigger';
import { type AuditSource, auditInsert } from '@/server/access/audit';
import type { CommandSubject, RunnableSubject } from '@/server/access/load/load-command';
import { unchangedSince } from '@/server/access/memory/last-changes';
import { relyingOn } from '@/server/access/memory/remembered-actors';
import { type Sql, sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { ANNOUNCED, announced, announcing } from '@/server/base/events/announcer';
import { newsChannel } from '@/server/base/events/run-changes';
import { noteMade, type RequestKey } from '@/server/operations/idempotency';
import { lineUp, QUEUED } from '@/server/runs/execute/line-up';
import { definitionPart, rememberDefinition } from '@/server/runs/start/definition';
import type { PreparedRun } from '@/server/runs/start/prepare-run';
import { keepFiles } from '@/server/runs/start/run-files';

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

interface HowStarted {
  /** As `announcing` gives it. */
  isLate: boolean;
  /** Whether the caller learns of the run only when it has ended. */
  isAwaited?: boolean | undefined;
  /** Whether there may be several runs, which have what `commonOf` says in common. */
  areSeveral?: boolean;
}

/** Everything that happens, in the same statement, to the run that the CTE `started` created or started. */
export function withStarted(
  command: CommandSubject,
  prepared: PreparedRun,
  audit: AuditSource,
  key: RequestKey | null,
  { isLate, isAwaited = false, areSeveral = false }: HowStarted,
): Statement {
  const { definition, files, frozen } = prepared;
  // A new definition is remembered by its id once the statement has committed, so it must be on disk by then.
  const isFlushedLater = isAwaited && frozen.knownId !== null;
  return statement`${keepFiles(statement`started`, command.orgId, files)} ${lineUp(definition, { newsChannel: isAwaited && isToldWhole(prepared) ? newsChannel() : null, areSeveral })},
    audited as (${startAudit(audit, command)} from started),
    ${noteMade(key, 'started', 'run_id')}, queued as (${QUEUED} from started)
    select run_id, definition_id, ${announced(statement`queued`, isLate)}, ${isFlushedLater ? FLUSHED_LATER : statement`null`} as flushed
    from started`;
}

/** Whether a run's row, its small result, and its log say all about its end. */
const isToldWhole = ({ definition, files }: PreparedRun): boolean =>
  files.size === 0 &&
  definition.masks === undefined &&
  definition.outputObjectPath === undefined &&
  definition.undo === undefined &&
  definition.retry === undefined;

/**
 * Lets the statement commit without waiting for the disk. A worker's claim of the run waits for it, so nothing happens at
 * the source before the run is safe (decision 0375).
 */
const FLUSHED_LATER = statement`set_config('synchronous_commit', 'off', true)`;

/** The row shape of `withStarted`. */
export const STARTED = {
  run_id: column.int,
  definition_id: column.int,
  ...ANNOUNCED,
  flushed: column.text.nullable(),
};

/** The job that a run is a firing of. What such a run leads to names that run as its parent. */
export const jobOf = (trigger: RunTrigger, { through }: Person): number | null =>
  trigger === 'schedule' ? jobIdOf(through) : null;

interface More {
  /** A CTE with its comma, for what else is written of the run, which it reads from the CTE `started`. */
  also?: Statement;
  /** The run that led to this one. */
  parentRunId?: number;
  /** Whether the caller learns of the run only when it has ended. */
  isAwaited?: boolean;
  db?: Sql;
}

const INSERT = statement`insert into run (org_id, command_id, template_id, started_by_user_id, trigger, started_through,
  queued_at, params, definition_id, sent_values, sealed_values, is_dry_run, ran_anyway, scheduled_job_id, parent_run_id)`;
const INSERTED = statement`returning org_id, run_id, command_id, started_by_user_id, trigger, started_through,
  scheduled_job_id, run.definition_id`;

/** Creates a prepared run and puts it in line, in one statement. Returns its id. Throws as `relyingOn` does. */
export async function insertStartedRun(
  command: RunnableSubject,
  actor: Person,
  prepared: PreparedRun,
  trigger: RunTrigger,
  audit: AuditSource,
  key: RequestKey | null,
  { also = empty, parentRunId, isAwaited, db = sql }: More = {},
): Promise<number> {
  const unchanged = unchangedSince(actor, command.orgId);
  const insert = (isLate: boolean) =>
    query(
      STARTED,
      statement`with ${definitionPart(prepared.frozen)}, started as (
       ${INSERT}
       select ${command.orgId}, ${command.commandId}, ${command.templateId}, ${actor.userId}, ${trigger}::run_trigger,
         ${throughText(actor.through)}, now(), ${prepared.params}, definition_id, ${prepared.sentValues}, ${prepared.sealedValues},
         ${prepared.definition.isDryRun ?? false}, ${prepared.definition.ranAnyway ?? false}, ${jobOf(trigger, actor)}::int, ${parentRunId ?? null}::bigint
       from definition ${unchanged === null ? empty : statement`where ${unchanged}`} ${INSERTED}
     ), ${also} ${withStarted(command, prepared, audit, key, { isLate, isAwaited })}`,
      db,
    );
  const [row] = await relyingOn(actor, () => (db === sql ? announcing(insert) : insert(false)));
  if (row === undefined) throw new Error('A run was not inserted');
  rememberDefinition(prepared.frozen, row.definition_id, db);
  return row.run_id;
}

/** One of the runs that are created together. */
export interface NextRun {
  actor: Person;
  prepared: PreparedRun;
}

/** What runs that are created together have in common, as a key; null for a run that can only be created by itself. */
export const commonOf = ({ commandId }: CommandSubject, { frozen, files }: PreparedRun): string | null =>
  frozen.knownId === null || files.size > 0 ? null : `${commandId}:${frozen.knownId}`;

/**
 * Creates runs of one command that have the same `commonOf`, and puts them in line in their order, in one statement.
 *
 * @param first, more the runs, whose actors were read for this and aren't remembered ones
 * @returns their ids, in their order
 */
export async function insertStartedRuns(
  command: RunnableSubject,
  [first, ...more]: readonly [NextRun, ...NextRun[]],
  trigger: RunTrigger,
  audit: AuditSource,
  tx: Sql,
): Promise<number[]> {
  const runs = [first, ...more];
  const { prepared } = first;
  const of = <T>(value: (run: NextRun) => T): T[] => runs.map(value);
  // Ids are given in the order of the runs: a default is computed after sorting.
  const rows = await query(
    STARTED,
    statement`with ${definitionPart(prepared.frozen)}, started as (
       ${INSERT}
       select ${command.orgId}, ${command.commandId}, ${command.templateId}, given.user_id, ${trigger}::run_trigger,
         given.through, now(), given.params, definition_id, given.sent, given.sealed,
         ${prepared.definition.isDryRun ?? false}, ${prepared.definition.ranAnyway ?? false}, given.job_id, null
       from definition, unnest(${of(({ actor }) => actor.userId)}::text[],
         ${of(({ actor }) => throughText(actor.through))}::text[], ${of((run) => run.prepared.params)}::text[],
         ${of((run) => run.prepared.sentValues)}::text[], ${of((run) => run.prepared.sealedValues)}::bytea[],
         ${of(({ actor }) => jobOf(trigger, actor))}::int[])
         with ordinality given (user_id, through, params, sent, sealed, job_id, place)
       order by given.place ${INSERTED}
     ), ${withStarted(command, prepared, audit, null, { isLate: false, areSeveral: true })} order by run_id`,
    tx,
  );
  return rows.map((row) => row.run_id);
}
