import statement from 'sql-template-tag';
import { warnOf } from '@/server/base/database/database-down';
import { column, execute, query } from '@/server/base/database/statements';
import { ids } from '@/server/base/ids';
import { processWide } from '@/server/base/process-wide';

const BEAT_EVERY_MS = 5000;
/** Three missed heartbeats: until then, a process that was killed still has its share. */
const DEAD_AFTER_SECONDS = 15;
/** Rows that say nothing anymore are deleted this often. */
const TIDY_EVERY_MS = 10 * 60 * 1000;

const known = () => processWide('web processes', () => ({ alive: 1 }));

/**
 * Returns this process's share of a limit that web processes keep in memory, so that all of them together allow about the
 * limit. A balancer that spreads requests evenly gives each caller all of it.
 */
export const shareOf = (limit: number): number => limit / known().alive;

/** Says that this web process is alive, and counts those that are. The first call registers it. */
export async function beatWeb(webProcessId: string): Promise<void> {
  const [row] = await query(
    { others: column.int },
    statement`with beaten as (
        insert into web_process (web_process_id, heartbeat_at) values (${webProcessId}, now())
        on conflict (web_process_id) do update set heartbeat_at = now())
      select count(*)::int as others from web_process
      where web_process_id <> ${webProcessId}
        and heartbeat_at > now() - make_interval(secs => ${DEAD_AFTER_SECONDS})`,
  );
  known().alive = 1 + (row?.others ?? 0);
}

/** Deletes dead processes, and addresses that may try again as often as others. */
async function tidyWeb(): Promise<void> {
  await execute(statement`delete from web_process where heartbeat_at < now() - interval '1 hour'`);
  await execute(statement`delete from sign_in_allowance where full_at < now()`);
}

/**
 * Counts this process among the living until the returned function is called. While the database can't be reached, the
 * last count holds.
 */
export function countWebProcess(): () => void {
  const webProcessId = ids.worker();
  const report = (error: unknown) => warnOf(error, 'The web processes could not be counted');
  const beat = () => void beatWeb(webProcessId).catch(report);
  const timers = [
    setInterval(beat, BEAT_EVERY_MS).unref(),
    setInterval(() => void tidyWeb().catch(report), TIDY_EVERY_MS).unref(),
  ];
  beat();
  return () => {
    for (const timer of timers) clearInterval(timer);
    void execute(statement`delete from web_process where web_process_id = ${webProcessId}`).catch(report);
  };
}
