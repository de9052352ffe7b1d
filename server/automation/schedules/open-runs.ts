import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { InputValues } from '@/lib/inputs/input';
import { withoutSecrets } from '@/lib/inputs/secret-values';
import type { RunnableSubject } from '@/server/access/load/load-command';
import {
  type FiredRun,
  firedRuns,
  noteDueAutoRuns,
} from '@/server/automation/schedules/auto-runs/stored-auto-runs';
import { endFiring } from '@/server/automation/schedules/end-firing';
import type { Firing } from '@/server/automation/schedules/take-firings';
import { warnOf } from '@/server/base/database/database-down';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { log } from '@/server/base/log';
import type { ApprovalGate } from '@/server/runs/approvals/request-approval';
import { insertHeldRun } from '@/server/runs/start/hold-run';
import { commonOf, insertStartedRun, insertStartedRuns } from '@/server/runs/start/insert-run';
import type { PreparedRun } from '@/server/runs/start/prepare-run';

/** Pushboard itself starts what a schedule fires; the run says as whom. */
export const BY_ITSELF = { actorUserId: null, requestId: null, address: null };

/** A firing whose run can be opened. */
export interface ReadyRun {
  firing: Firing;
  command: RunnableSubject;
  owner: Person;
  /** The values of the job. */
  values: InputValues;
  prepared: PreparedRun;
  /** What its run waits for; null if it gets in line at once. */
  gate: ApprovalGate | null;
}

/**
 * Opens runs in one transaction. If that fails, or one of them may be refused, each is opened by itself, so that none
 * holds up another.
 */
export async function openRuns(runs: readonly ReadyRun[]): Promise<void> {
  const together: ReadyRun[] = [];
  for (const run of runs) {
    // Transactions that store several definitions could wait for each other. Once one has, its process knows the id.
    if (run.gate === null && run.prepared.frozen.knownId !== null) together.push(run);
    else await openAlone(run);
  }
  if (together.length === 0) return;
  try {
    await openIn(together);
  } catch (error) {
    warnOf(error, 'Scheduled runs could not be started together');
    for (const run of together) await openAlone(run);
  }
}

const openAlone = (run: ReadyRun): Promise<void> =>
  attempted(run.firing, () =>
    openIn([run]).catch((error) => refuseFiring(run.firing, run.command, run.values, error)),
  );

/** Where Pushboard itself fails, that is logged. Another attempt follows, until the time of the firing has long passed. */
export async function attempted(firing: Firing, work: () => Promise<void>): Promise<void> {
  await work().catch((error) => {
    log().error({ err: error, job: firing.scheduled_job_id }, 'A scheduled run could not be started');
  });
}

/** Writes down why a run was refused. Throws any other error. */
export async function refuseFiring(
  firing: Firing,
  { form }: RunnableSubject,
  values: InputValues,
  error: unknown,
): Promise<void> {
  if (!(error instanceof AppError)) throw error;
  await endFiring(firing, 'cron_error', error.message, withoutSecrets(form.inputs, values));
}

function openIn(runs: readonly ReadyRun[]): Promise<void> {
  return transaction(async (tx) => {
    const fired: FiredRun[] = [];
    for (const alike of alikeOf(await stillDue(tx, runs))) {
      const runIds = await insertRuns(tx, alike);
      for (const [at, { firing }] of alike.entries()) {
        fired.push({ jobId: firing.scheduled_job_id, slotAt: firing.slot_at, runId: runIds[at] ?? 0 });
      }
    }
    if (fired.length > 0) await noteFired(tx, fired);
  });
}

/** Those that nobody has opened or called off yet; locks their firings until the transaction ends. */
async function stillDue(tx: Sql, runs: readonly ReadyRun[]): Promise<ReadyRun[]> {
  const rows = await query(
    { place: column.int },
    statement`select given.place::int from scheduled_firing f
      join unnest(${runs.map(({ firing }) => firing.scheduled_job_id)}::int[],
        ${runs.map(({ firing }) => firing.slot_at)}::timestamptz[]) with ordinality given (job_id, slot_at, place)
        on f.scheduled_job_id = given.job_id and f.slot_at = given.slot_at
      where f.state = 'due' order by f.scheduled_job_id, f.slot_at for update of f`,
    tx,
  );
  const places = new Set(rows.map(({ place }) => place));
  return runs.filter((_, at) => places.has(at + 1));
}

/** One run, or several that one statement can create. */
type Alike = [ReadyRun, ...ReadyRun[]];

function alikeOf(runs: readonly ReadyRun[]): Alike[] {
  const groups = new Map<string | ReadyRun, Alike>();
  for (const run of runs) {
    const key = (run.gate === null ? commonOf(run.command, run.prepared) : null) ?? run;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [run]);
    else group.push(run);
  }
  return [...groups.values()];
}

/** Returns the ids of the runs, in their order. */
async function insertRuns(tx: Sql, alike: Alike): Promise<number[]> {
  const [{ firing, command, owner, prepared, gate }, second] = alike;
  if (gate !== null) {
    const note = `Scheduled: ${firing.name}`;
    const held = { command, actor: owner, prepared, note, audit: BY_ITSELF, key: null };
    return [await insertHeldRun(gate, { ...held, trigger: 'schedule' }, tx)];
  }
  if (second === undefined) {
    return [await insertStartedRun(command, owner, prepared, 'schedule', BY_ITSELF, null, { db: tx })];
  }
  const [first, ...more] = alike;
  const next = (run: ReadyRun) => ({ actor: run.owner, prepared: run.prepared });
  return insertStartedRuns(command, [next(first), ...more.map(next)], 'schedule', BY_ITSELF, tx);
}

async function noteFired(tx: Sql, runs: readonly FiredRun[]): Promise<void> {
  await noteDueAutoRuns(tx, runs);
  await execute(
    statement`with fired as (select * from ${firedRuns(runs)}), started as (
        update scheduled_firing f set state = 'started', run_id = fired.run_id from fired
        where f.scheduled_job_id = fired.job_id and f.slot_at = fired.slot_at
      )
      update scheduled_job j set last_run_at = latest.slot_at
      from (select job_id, max(slot_at) as slot_at from fired group by job_id) latest
      where j.scheduled_job_id = latest.job_id`,
    tx,
  );
}
