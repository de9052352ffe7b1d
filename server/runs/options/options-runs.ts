import { createHash } from 'node:crypto';
import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import { runStatus } from '@/lib/contract/runs/run';
import { withoutSecrets } from '@/lib/inputs/secret-values';
import type { AuditSource } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { type Sql, sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { pollRun } from '@/server/base/events/run-changes';
import type { LinkedDropdown } from '@/server/commands/dropdowns/linked-dropdowns';
import { insertStartedRun } from '@/server/runs/start/insert-run';
import type { PreparedRun } from '@/server/runs/start/prepare-run';

/** What is known of the runs that loaded the same options. */
export interface OptionsRuns {
  /** The last one that was started; null if there is none. */
  latestId: number | null;
  /** The run in progress; null if there is none. */
  runningId: number | null;
  /** When the last run failed, if nothing succeeded since. */
  failedAt: Date | null;
  /** The last result; null if there is none, or if it was deleted. */
  loaded: { runId: number; at: Date } | null;
}

/**
 * Identifies equal options: the sender's frozen definition, and all values that are sent. Secrets are left out: they are
 * defaults of the sender, and a changed default changes its definition.
 *
 * @param ownerId the person whose options they are, if the sender answers each person; null if they are for everyone
 */
export function optionsKey(
  { form }: RunnableSubject,
  { frozen, sent }: PreparedRun,
  ownerId: string | null,
): string {
  const values = withoutSecrets(form.inputs, sent);
  const sorted = Object.entries(values)
    // A number is the same whether it was typed or came as JSON.
    .map(([key, value]) => [key, typeof value === 'number' ? String(value) : value])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  const own = ownerId === null ? '' : JSON.stringify({ ownerId });
  return createHash('sha256')
    .update(frozen.hash)
    .update(JSON.stringify(sorted))
    .update(own)
    .digest('base64url');
}

export async function readOptionsRuns(
  orgId: string,
  commandId: number,
  key: string,
  db: Sql = sql,
): Promise<OptionsRuns> {
  const rows = await query(
    {
      run_id: column.int,
      status: runStatus,
      ended_at: column.time.nullable(),
      has_result: column.boolean,
    },
    statement`select r.run_id, r.status, r.ended_at, r.has_result
      from dropdown_run d join run r on r.org_id = d.org_id and r.run_id = d.run_id
      where d.org_id = ${orgId} and d.command_id = ${commandId} and d.cache_key = ${key}
      order by d.run_id desc limit 20`,
    db,
  );
  const running = rows.find(({ status }) => status === 'starting' || status === 'running');
  const loaded = rows.find(({ status, has_result }) => status === 'success' && has_result);
  const [last] = rows;
  return {
    latestId: last?.run_id ?? null,
    runningId: running?.run_id ?? null,
    failedAt: last?.status === 'failed' ? last.ended_at : null,
    loaded: loaded?.ended_at == null ? null : { runId: loaded.run_id, at: loaded.ended_at },
  };
}

interface Loading {
  actor: Person;
  sender: RunnableSubject;
  linked: LinkedDropdown;
  prepared: PreparedRun;
  key: string;
  audit: AuditSource;
  /** What the caller knew when it decided that a run is needed. */
  seen: OptionsRuns;
}

/**
 * Starts a run that loads options, unless one is in progress, or was started since the caller looked (S58): a fast one may
 * have ended by now. Returns its id, or that of the other one.
 */
export function startOptionsRun(loading: Loading): Promise<number> {
  const { actor, sender, linked, prepared, key, audit, seen } = loading;
  const { orgId, commandId } = sender;
  return transaction(async (tx) => {
    await query(
      { locked: column.text },
      statement`select pg_advisory_xact_lock(hashtextextended(${`dropdown ${orgId} ${key}`}, 0))::text as locked`,
      tx,
    );
    const { runningId, latestId } = await readOptionsRuns(orgId, commandId, key, tx);
    if (runningId !== null) return runningId;
    if (latestId !== null && latestId !== seen.latestId) return latestId;
    const noted = statement`loads_options as (
      insert into dropdown_run (run_id, org_id, command_id, linked_by_user_id, cache_key)
      select run_id, org_id, command_id, ${linked.linkedBy}, ${key} from started),`;
    return insertStartedRun(sender, actor, prepared, 'dropdown', audit, null, { also: noted, db: tx });
  });
}

/** Waits for the end of a run, at most so long. */
export async function waitForOptions(
  { orgId, commandId }: RunnableSubject,
  key: string,
  runId: number,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<OptionsRuns> {
  const look = async () => {
    const runs = await readOptionsRuns(orgId, commandId, key);
    return runs.runningId === null ? runs : null;
  };
  const ended = await pollRun({ runId, timeoutMs, signal, watched: 'end', isGoing: true, look });
  return ended ?? readOptionsRuns(orgId, commandId, key);
}
