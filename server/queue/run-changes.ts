import pg from 'pg';
import statement, { type Sql as Statement } from 'sql-template-tag';
import { isDatabaseDown } from '@/server/database-down';
import { env } from '@/server/env';
import { log } from '@/server/log';
import { processWide } from '@/server/process-wide';

/** The channels on which a run is told of; the payload is its id, nothing more. */
const RUN_CHANGED = 'run_changed';
const RUN_ENDED = 'run_ended';
/** What triggers tell: that a session was ended, and that somebody may have lost access to a command. */
const SESSION_ENDED = 'session_ended';
const ACCESS_CHANGED = 'access_changed';

/** A statement part that tells of a change when its transaction commits. */
export const notifyRunChanged = (runId: Statement): Statement =>
  statement`pg_notify(${RUN_CHANGED}, ${runId}::text)`;

/** The same of its end, the one change that those who want its answer wait for. */
export const notifyRunEnded = (runId: Statement): Statement =>
  statement`pg_notify(${RUN_ENDED}, ${runId}::text)`;

/** LISTEN is lost with its connection and behind poolers, so who waits also looks by themselves. */
const LOOK_AGAIN_MS = 2000;
const RECONNECT_MS = 1000;
/** Who starts a run can only then begin to watch it; ends are remembered for longer than that takes. */
const REMEMBERED_ENDS = 1000;

/** What a watcher wants to be told of. */
export type Watched = 'changes' | 'end';

interface Watcher {
  watched: Watched;
  tell: () => void;
}

/** One connection a process that listens for changes, and everybody in the process who waits for one. */
class RunChanges {
  private readonly watchers = new Map<number, Set<Watcher>>();
  /** The runs that ended last, oldest first. */
  private readonly ended = new Set<number>();
  private readonly sessionListeners = new Set<() => void>();
  private timer: NodeJS.Timeout | null = null;
  private client: pg.Client | null = null;
  private isConnecting = false;

  /** Whether a run is known to go on: told of as soon as it ends, it need not be looked at before. */
  hasNotEnded(runId: number): boolean {
    return this.client !== null && !this.ended.has(runId);
  }

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

  /** While runs are watched, word of sessions comes over the same connection. */
  onSessionEnded(listener: () => void): void {
    this.sessionListeners.add(listener);
  }

  /** Ends the connection; the process is stopping. */
  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    const { client } = this;
    this.client = null;
    await client?.end();
  }

  private tell(runId: number, hasEnded: boolean): void {
    for (const { watched, tell } of [...(this.watchers.get(runId) ?? [])]) {
      if (hasEnded || watched === 'changes') tell();
    }
  }

  private remember(runId: number): void {
    this.ended.add(runId);
    for (const oldest of this.ended) {
      if (this.ended.size <= REMEMBERED_ENDS) break;
      this.ended.delete(oldest);
    }
  }

  private tellAll(): void {
    this.lookAgain();
    void this.connect();
  }

  private lookAgain(): void {
    for (const runId of [...this.watchers.keys()]) this.tell(runId, true);
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
    client.on('notification', ({ channel, payload }) => {
      if (channel === ACCESS_CHANGED) return this.lookAgain();
      if (channel === SESSION_ENDED) {
        for (const listener of this.sessionListeners) listener();
        return;
      }
      const hasEnded = channel === RUN_ENDED;
      if (hasEnded) this.remember(Number(payload));
      this.tell(Number(payload), hasEnded);
    });
    try {
      await client.connect();
      const channels = [RUN_CHANGED, RUN_ENDED, SESSION_ENDED, ACCESS_CHANGED];
      await client.query(channels.map((channel) => `listen ${channel}`).join('; '));
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

/** Calls `tell` whenever what is watched of the run may have come, until the answered function is called. */
export function watchRun(runId: number, tell: () => void, watched: Watched = 'changes'): () => void {
  return runChanges().watch(runId, { watched, tell });
}

/** Calls `listener` whenever a session was ended, in this process or another. */
export const onSessionEnded = (listener: () => void): void => runChanges().onSessionEnded(listener);

export const stopWatchingRuns = (): Promise<void> => runChanges().stop();

interface Looking<T> {
  runId: number;
  timeoutMs: number;
  signal: AbortSignal;
  watched: Watched;
  /** Whether the run was seen going on just now: then it is looked at when its end is told, not before. */
  isGoing?: boolean;
  look(): Promise<T | null>;
}

/**
 * Calls `look` now and whenever what is watched of the run may have come, until it answers something, the time is up,
 * or the caller has left; null in the latter two.
 */
export async function pollRun<T>({
  runId,
  timeoutMs,
  signal,
  watched,
  isGoing,
  look,
}: Looking<T>): Promise<T | null> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  let wake = () => {};
  // Made before looking, so that a change between looking and waiting still wakes us.
  let changed = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const unwatch = watchRun(runId, () => wake(), watched);
  const giveUp = () => wake();
  deadline.addEventListener('abort', giveUp);
  try {
    if (isGoing === true && runChanges().hasNotEnded(runId)) await changed;
    for (;;) {
      changed = new Promise<void>((resolve) => {
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
