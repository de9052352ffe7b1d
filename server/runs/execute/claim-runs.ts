import statement, { empty, type Sql as Statement } from 'sql-template-tag';
import type { z } from 'zod';
import type { AccessRole } from '@/lib/access/vocabulary';
import type { JsonValue } from '@/lib/base/json';
import { type RunTrigger, runTriggers } from '@/lib/contract/runs/trigger';
import type { InputValues } from '@/lib/inputs/input';
import { lastChanges } from '@/server/access/memory/last-changes';
import { builtOnce, column, outerJoined, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { type StoredCredential, storedCredentialOf } from '@/server/connections/open-credential';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { isElsewhere, kindsElsewhere, kindsThatMayGoElsewhere } from '@/server/connectors/registry';
import { type ClaimedCommand, claimedCommands } from '@/server/runs/execute/claimed-command';
import { fromSnapshot } from '@/server/runs/execute/convert-snapshots';
import { type RunDefinition, readDefinition } from '@/server/runs/start/definition';
import { FILES_COLUMN, namesFile, type StoredFiles, withFiles } from '@/server/runs/start/run-files';
import { openValues } from '@/server/runs/start/run-values';

/** What a run executes, and the values it sends by input key. */
export interface OpenedRun {
  definition: RunDefinition;
  values: Record<string, JsonValue>;
  /** What the person filled in, without secrets and hidden inputs. */
  entered: InputValues;
}

/** What the form of a command is at: all of it changes only together with one of these numbers. */
export interface FormVersions {
  command: number;
  template: number;
  dropdowns: number;
}

/** A run that a worker has claimed, and what it needs. */
export interface ClaimedRun {
  orgId: string;
  runId: number;
  commandId: number;
  /** Who started it. */
  userId: string;
  /** The bulk run that it is a row of. */
  bulkRunId: number | null;
  createdAt: Date;
  /** When it got in line. */
  queuedAt: Date;
  /** What its spans belong to; null where nothing is traced. */
  traceParent: string | null;
  /** Whether to start it elsewhere, rather than execute it here. */
  goesElsewhere: boolean;
  isCancelled: boolean;
  trigger: RunTrigger;
  startedByUserId: string;
  /** The engineer who linked the dropdown that it loads the options of; null for every other run. */
  linkedByUserId: string | null;
  /** The current ones of its command; null if that was deleted. */
  versions: FormVersions | null;
  /** Whether it has an approval, which `isApprovalVoid` may take back. */
  isApproved: boolean;
  /** How often a worker died that had begun it. */
  timesLost: number;
  /** The current role on the command of the starter, or of the engineer who linked the dropdown it loads. */
  role: AccessRole | null;
  /** Whether its command follows another one, which the role depends on. */
  isCopycat: boolean;
  /** Whether it was started with a token that was revoked since. */
  isTokenRevoked: boolean;
  /** Whether its approval no longer covers what it would do: something changed after it was granted. */
  isApprovalVoid: boolean;
  /** Reads the definition and values. Throws if they can't be read, for example because their encryption key is missing. */
  open(): OpenedRun;
  /** Null if the connection has been deleted. */
  credential: StoredCredential | null;
  templateId: number;
  /** The command's own HTTP headers, as `openHeaders` expects them. */
  sealedHeaders: Buffer | null;
}

/**
 * The share of a worker's places that stays free for others: for other organizations and people, half of it for those who
 * hold fewer than that half, and for people who wait.
 */
const KEPT_FREE = 0.2;
/** How many runs of an organization may be in progress elsewhere; more of them wait in line. */
const MOST_ELSEWHERE = 5000;

const CLAIMED = {
  org_id: column.text,
  run_id: column.int,
  command_id: column.int,
  template_id: column.int,
  user_id: column.text,
  parent_run_id: column.int.nullable(),
  created_at: column.time,
  in_line_at: column.time,
  trace_parent: column.text.nullable(),
  goes_elsewhere: column.boolean,
  is_cancelled: column.boolean,
  params: column.text,
  sent_values: column.text.nullable(),
  sealed_values: column.bytes.nullable(),
  files: column.json<StoredFiles>(),
  definition_id: column.int.nullable(),
  snapshot: column.text.nullable(),
  trigger: column.oneOf(runTriggers),
  started_by_user_id: column.text,
  linked_by_user_id: column.text.nullable(),
  credential_id: column.int,
  is_approved: column.boolean,
  times_lost: column.int,
  is_token_revoked: column.boolean,
  as_of: column.text,
};
type ClaimedRow = z.output<z.ZodObject<typeof CLAIMED>>;

/** The same with the id of a claimed run; all null if the statement's snapshot doesn't include the run. */
const TAKEN = { taken_id: column.int, ...outerJoined(CLAIMED) };

/** Whether the run `r` was started with a token that was revoked since. */
const IS_TOKEN_REVOKED = statement`(r.started_through like 'token:%' and not exists (
  select from access_token where token_id = substr(r.started_through, 7)))`;

/**
 * The columns of the run `r`, which has its place in line as `o`.
 *
 * @param elsewhere the kinds of sources whose runs go on elsewhere
 * @param also more columns, after a comma
 */
const loadedRun = (elsewhere: unknown, also: Statement = empty): Statement => statement`
  r.org_id, r.run_id, r.command_id, r.template_id, o.user_id, o.parent_run_id, r.created_at, coalesce(r.queued_at, r.created_at) as in_line_at, o.trace_parent, o.source_kind::text = any(${elsewhere}::text[]) as goes_elsewhere,
  r.cancel_requested_by is not null as is_cancelled, r.params, r.sent_values, r.sealed_values,
  ${FILES_COLUMN} as files, r.definition_id, r.snapshot, coalesce(${IS_TOKEN_REVOKED}, false) as is_token_revoked,
  r.trigger::text, r.started_by_user_id, options.linked_by_user_id, o.credential_id,
  exists (select from approval_run ar where ar.org_id = r.org_id and ar.run_id = r.run_id) as is_approved, o.times_lost,
  ${lastChanges(statement`r.org_id`, statement`r.started_by_user_id`)} as as_of${also}
  from run r
  join open_run o on o.org_id = r.org_id and o.run_id = r.run_id
  left join dropdown_run options on options.org_id = r.org_id and options.run_id = r.run_id`;

interface Claim {
  workerId: string;
  places: number;
  /** How many runs may have a place at once. */
  ofCredential: number;
  ofCommand: number;
  /** Of one organization, and of one person in all of theirs. */
  ofHolder: number;
  /** The rest of the worker's places is for those who hold fewer than there are of them. */
  shared: number;
  unattended: number;
}

// `offset 0` keeps the planner from planning for the thousand rows that it expects of a function.
const taken = builtOnce<Claim>(
  (mark) => statement`select taken.claimed_id as taken_id, loaded.*
   from claim_from_line(${mark(({ workerId }) => workerId)}, ${mark(() => env().workerTags)}::text[], ${mark(({ places }) => places)},
     ${mark(({ ofCredential }) => ofCredential)}, ${mark(({ ofCommand }) => ofCommand)},
     ${mark(({ ofHolder }) => ofHolder)}, ${mark(({ shared }) => shared)}, ${mark(({ unattended }) => unattended)},
     ${mark(kindsThatMayGoElsewhere)}::text[], ${MOST_ELSEWHERE}, true) taken
   left join lateral (
     select ${loadedRun(mark(kindsElsewhere))} where r.run_id = taken.claimed_id and taken.is_flushed offset 0) loaded on true`,
);

/**
 * Claims runs from the line, at most as many as there are places; none if no one in line may start yet. Each run goes to
 * only one worker.
 */
export async function claimRuns(workerId: string, places: number): Promise<ClaimedRun[]> {
  const { workerConcurrency, credentialConcurrency, commandConcurrency } = env();
  const kept = Math.floor(workerConcurrency * KEPT_FREE);
  const rows = await query(
    TAKEN,
    taken({
      workerId,
      places,
      ofCredential: credentialConcurrency,
      ofCommand: commandConcurrency,
      ofHolder: workerConcurrency - kept,
      shared: workerConcurrency - Math.ceil(kept / 2),
      unattended: Math.max(1, workerConcurrency - 2 * kept),
    }),
  );
  const others = rows.filter((row) => row.run_id === null).map((row) => row.taken_id);
  const loaded = rows.filter((row) => row.run_id !== null) as ClaimedRow[];
  const claimed = [...loaded, ...(others.length === 0 ? [] : await flushed(workerId, others))];
  const commands = await claimedCommands(claimed);
  return claimed.flatMap((row) => {
    const command = commands.get(row.run_id);
    // Without one, another process has ended the run by now.
    return command === undefined ? [] : [claimedRunOf(row, command)];
  });
}

const FLUSHED = { ...CLAIMED, flushed: column.text };

const flushedRuns = builtOnce<{ workerId: string; runIds: readonly number[] }>(
  (mark) => statement`select ${loadedRun(
    mark(kindsElsewhere),
    statement`,
     (select pg_logical_emit_message(true, 'pushboard', '')::text) as flushed`,
  )}
   where r.run_id = any(${mark(({ runIds }) => runIds)}::bigint[]) and o.worker_id = ${mark(({ workerId }) => workerId)}`,
);

/**
 * Loads claimed runs that the claim itself didn't: it may not be on disk yet, or they were queued after its statement took
 * its snapshot. This waits until it is, because whatever is written later is flushed later: here, an empty message. If
 * Postgres crashed in between, it has forgotten the claim, and this returns none of its runs.
 */
const flushed = (workerId: string, runIds: readonly number[]): Promise<ClaimedRow[]> =>
  query(FLUSHED, flushedRuns({ workerId, runIds }));

function claimedRunOf(row: ClaimedRow, command: ClaimedCommand): ClaimedRun {
  const credential = storedCredentialOf(command);
  return {
    orgId: row.org_id,
    runId: row.run_id,
    commandId: row.command_id,
    userId: row.user_id,
    bulkRunId: row.parent_run_id,
    isCopycat: command.is_copycat,
    createdAt: row.created_at,
    queuedAt: row.in_line_at,
    traceParent: row.trace_parent,
    goesElsewhere: row.goes_elsewhere || (credential !== null && isElsewhere(credential)),
    isCancelled: row.is_cancelled,
    trigger: row.trigger,
    startedByUserId: row.started_by_user_id,
    linkedByUserId: row.linked_by_user_id,
    versions: command.command_version === null ? null : versionsOf(command, command.command_version),
    isApproved: row.is_approved,
    timesLost: row.times_lost,
    role: command.role,
    isTokenRevoked: row.is_token_revoked,
    isApprovalVoid: command.is_approval_void,
    open: () => openRun(row, command.definition),
    credential,
    templateId: command.template_id,
    sealedHeaders: command.sealed_headers,
  };
}

const versionsOf = (row: ClaimedCommand, command: number): FormVersions => ({
  command,
  template: row.template_version,
  dropdowns: row.dropdown_version,
});

const FILES_GONE =
  'The files of this run were deleted with the result of its first attempt, so it was not tried again.';

function openRun(row: ClaimedRow, stored: string | null): OpenedRun {
  const { definition, ...kept } =
    stored === null
      ? fromSnapshot(row.snapshot ?? '')
      : {
          definition: readDefinition(stored),
          sentValues: row.sent_values,
          sealedValues: row.sealed_values,
        };
  const { inputs } = definition;
  const values = openValues(row.org_id, definition.credentialId, kept, row.params);
  const entered: InputValues = JSON.parse(row.params);
  if (inputs === null) return { definition, values, entered };
  const whole = withFiles(inputs, values, row.files);
  if (namesFile(inputs, whole) !== null) throw new ConnectorError('failed', FILES_GONE);
  return { definition, values: whole, entered: withFiles(inputs, entered, row.files) };
}
