import pg from 'pg';
import { isDatabaseDown } from '@/server/database-down';
import { env } from '@/server/env';
import { log } from '@/server/log';
import { processWide } from '@/server/process-wide';

/** The channel on which a change of a run is told; its payload is the run's id, nothing more. */
export const RUN_CHANGED = 'run_changed';

/** A statement part that tells of a change when its transaction commits. */
export const notifyRunChangedSql = (runId: string): string => `pg_notify('${RUN_CHANGED}', ${runId}::text)`;

/** LISTEN is lost with its connection and behind poolers, so who waits also looks by themselves. */
const LOOK_AGAIN_MS = 2000;
const RECONNECT_MS = 1000;

type Watcher = () => void;

/** One connection a process that listens for changes, and everybody in the process who waits for one. */
class RunChanges {
  private readonly watchers = new Map<number, Set<Watcher>>();
  private timer: NodeJS.Timeout | null = null;
  private client: pg.Client | null = null;
  private isConnecting = false;

  watch(runId: number, watcher: Watcher): () => void {
    const watchers = this.watchers.get(runId) ?? new Set();
    watchers.add(watcher);
    this.watchers.set(runId, watchers);
    this.timer ??= setInterval(() => this.tellAll(), LOOK_AGAIN_MS);
    void this.connect();
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0) this.watchers.delete(runId);
      if (this.watchers.size === 0 && this.timer !== null) {
        clearInterval(this.timer);
        this.timer = null;
      }
    };
  }

  /** Ends the connection; the process is stopping. */
  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    const { client } = this;
    this.client = null;
    await client?.end();
  }

  private tell(runId: number): void {
    for (const watcher of [...(this.watchers.get(runId) ?? [])]) watcher();
  }

  private tellAll(): void {
    for (const runId of [...this.watchers.keys()]) this.tell(runId);
    void this.connect();
  }

  private async connect(): Promise<void> {
    if (this.client !== null || this.isConnecting) return;
    this.isConnecting = true;
    const client = new pg.Client({
      connectionString: env().databaseDirectUrl,
      application_name: 'pushboard listener',
      keepAlive: true,
    });
    const lost = () => {
      if (this.client === client) this.client = null;
    };
    client.on('error', (error) => {
      log().warn({ err: error }, 'The listening connection was lost');
      lost();
    });
    client.on('end', lost);
    client.on('notification', ({ payload }) => this.tell(Number(payload)));
    try {
      await client.connect();
      await client.query(`listen ${RUN_CHANGED}`);
      this.client = client;
      // What changed before LISTEN took effect was told to nobody.
      this.tellAll();
    } catch (error) {
      log().warn({ err: error }, 'Listening for changes of runs failed; looking every 2 s instead');
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    } finally {
      this.isConnecting = false;
    }
  }
}

const runChanges = (): RunChanges => processWide('run changes', () => new RunChanges());

/** Calls `watcher` whenever the run may have changed, until the answered function is called. */
export function watchRun(runId: number, watcher: Watcher): () => void {
  return runChanges().watch(runId, watcher);
}

export const stopWatchingRuns = (): Promise<void> => runChanges().stop();

/**
 * Calls `look` now and whenever the run may have changed, until it answers something, the time is up, or the
 * caller has left; null in the latter two.
 */
export async function lookUntil<T>(
  runId: number,
  timeoutMs: number,
  signal: AbortSignal,
  look: () => Promise<T | null>,
): Promise<T | null> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  let wake = () => {};
  const unwatch = watchRun(runId, () => wake());
  const giveUp = () => wake();
  deadline.addEventListener('abort', giveUp);
  try {
    for (;;) {
      // Made before looking, so that a change between looking and waiting still wakes us.
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      // While the database is away there is nothing to see; it is looked for again at the next turn.
      const seen = await look().catch((error) => {
        if (isDatabaseDown(error)) return null;
        throw error;
      });
      if (seen !== null || deadline.aborted) return seen;
      await changed;
    }
  } finally {
    unwatch();
    deadline.removeEventListener('abort', giveUp);
  }
}
