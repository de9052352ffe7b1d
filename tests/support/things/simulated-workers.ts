import { onTestFinished, vi } from 'vitest';
import { Recovery } from '@/jobs/recovery';
import { sql } from '@/server/base/database/db';
import { claimRuns } from '@/server/runs/execute/claim-runs';
import { beat } from '@/server/runs/execute/workers';
import { asSuperuser } from '../app/app';
import type { MadeCommand } from './organizations';
import { createRun, startRun } from './runs';

/** Our statements take the time, and when the server started, from these: their schema comes before the system's. */
const SERVER = `
  create schema held;
  create table held.server as select now() as now, now() - interval '1 day' as started;
  create function held.now() returns timestamptz language sql stable as $$ select now from held.server $$;
  create function held.pg_postmaster_start_time() returns timestamptz language sql stable as
    $$ select started from held.server $$;
  grant usage on schema held to public;
  grant select, update on held.server to public;
  do $$ begin
    execute format('alter database %I set search_path = held, pg_catalog, public', current_database());
  end $$;`;

/** Holds the time of this test file's database. Call it after `withApp`, before anything connects to the database. */
export const holdDatabaseTime = (): Promise<void> => asSuperuser(SERVER);

interface SimulatedWorker {
  workerId: string;
  recovery: Recovery;
  /** What it executes; null until it has reached the database. */
  runId: number | null;
  isLiving: boolean;
}

/** Workers that execute a run each, in a time that passes only step by step: a heartbeat is one step. */
export class SimulatedWorkers {
  readonly workers: SimulatedWorker[] = [];
  isReachable = true;
  private steps = 0;

  constructor(
    private readonly command: MadeCommand,
    private readonly stepSeconds: number,
  ) {
    const startedAtMs = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => startedAtMs + this.steps * stepSeconds * 1000);
    onTestFinished(() => void vi.restoreAllMocks());
  }

  get living(): SimulatedWorker[] {
    return this.workers.filter(({ isLiving }) => isLiving);
  }

  start(): void {
    const workerId = `simulated-${crypto.randomUUID()}`;
    this.workers.push({ workerId, recovery: new Recovery(), runId: null, isLiving: true });
  }

  /** A heartbeat of each living worker, the newest first, and its search for what dead ones left. */
  async pass(steps: number): Promise<void> {
    for (let step = 0; step < steps; step += 1) {
      this.steps += 1;
      await sql.query(`update held.server set now = now + make_interval(secs => $1)`, [this.stepSeconds]);
      if (!this.isReachable) continue;
      for (const worker of this.workers.toReversed()) {
        if (!worker.isLiving) continue;
        await beat(worker.workerId);
        worker.recovery.spoke();
        worker.runId ??= await this.claim(worker.workerId);
        await worker.recovery.look();
      }
    }
  }

  /** The database server was restarted. */
  async restartServer(): Promise<void> {
    await sql.query('update held.server set started = now');
  }

  /** A standby took the place of the server. What it was not sent in its last seconds is lost. */
  async promote(lagSeconds: number): Promise<void> {
    await sql.query(`update held.server set started = started - interval '1 hour'`);
    await sql.query(
      `update worker set heartbeat_at = least(heartbeat_at, now() - make_interval(secs => $1))`,
      [lagSeconds],
    );
  }

  private async claim(workerId: string): Promise<number> {
    const runId = await createRun(this.command);
    await startRun(this.command, runId, {});
    const claimed = await claimRuns(workerId, 1);
    if (claimed[0]?.runId !== runId) throw new Error('A simulated worker got no run');
    return runId;
  }
}

/** How a run ended; null while it is in progress. */
export async function endReasonOf(runId: number): Promise<string | null> {
  const [row] = await sql.query<{ end_reason: string | null }>(
    'select end_reason from run where run_id = $1',
    [runId],
  );
  return row?.end_reason ?? null;
}
