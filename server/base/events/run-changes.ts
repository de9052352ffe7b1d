import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import statement, { type Sql as Statement } from 'sql-template-tag';
import { isDatabaseDown, warnOf } from '@/server/base/database/database-down';
import { listenOn } from '@/server/base/events/listen-on';
import { processWide } from '@/server/base/process-wide';

/** The channels on which changes of runs are announced. The payload is the run's id, nothing more. */
const RUN_CHANGED = 'run_changed';
const RUN_ENDED = 'run_ended';
/** What triggers announce: a session ended, or a person may have lost access to a command. */
const SESSION_ENDED = 'session_ended';
const ACCESS_CHANGED = 'access_changed';
/** The same of everything else that a run shows of its command, and of what gives access. */
const SHOWN_CHANGED = 'shown_changed';

/** A statement part that announces a change when its transaction commits. */
export const notifyRunChanged = (runId: Statement): Statement =>
  statement`pg_notify(${RUN_CHANGED}, ${runId}::text)`;

/** The same for the end of a run, the only change that matters to those who wait for its result. */
export const notifyRunEnded = (runId: Statement): Statement =>
  statement`pg_notify(${RUN_ENDED}, ${runId}::text)`;

/** What `notifyRunEnded` tells, as columns of a CTE that is announced. */
export const RUN_ENDS = statement`${RUN_ENDED}::text as channel, run_id::text as payload`;

/** LISTEN is lost with its connection and doesn't work behind poolers, so watchers also poll. */
const LOOK_AGAIN_MS = 2000;
const RECONNECT_MS = 1000;
/** A run can be watched only after it has started; ends are remembered for longer than that takes. */
const REMEMBERED_ENDS = 1000;

/** Which announcements a watcher wants. */
export type Watched = 'changes' | 'end';

interface Watcher {
  watched: Watched;
  /** @param news of the end of a run, if it came with any */
  tell: (news: string | null) => void;
}

/** One listening connection per process, shared by everyone in the process who waits for a change. */
class RunChanges {
  private readonly watchers = new Map<number, Set<Watcher>>();
  /** The runs that ended last, oldest first. */
  private readonly ended = new Set<number>();
  private readonly sessionListeners = new Set<() => void>();
  private timer: NodeJS.Timeout | null = null;
  private client: pg.Client | null = null;
  private isConnecting = false;
  private shownChanges = 0;
  /** Anyone who can connect to the database can listen, so no one else may know the name. */
  private readonly newsChannel = `news_${randomBytes(16).toString('hex')}`;

  /** Where this process hears of ends with news; null while it doesn't listen. */
  get hearsNewsOn(): string | null {
    return this.client === null ? null : this.newsChannel;
  }

  /**
   * A number that changes once anything does that runs show of their commands, or to whom. Null while nobody would tell.
   * Announcements come in the order of their commits: with the news of a run's end, all earlier changes are known.
   */
  get shownVersion(): number | null {
    return this.client === null ? null : this.shownChanges;
  }

  /** Whether a run is known to be in progress: its end will be announced, so there is no need to look before. */
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

  private tell(runId: number, hasEnded: boolean, news: string | null = null): void {
    for (const { watched, tell } of [...(this.watchers.get(runId) ?? [])]) {
      if (hasEnded || watched === 'changes') tell(news);
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
    try {
      await this.listen();
    } catch (error) {
      warnOf(error, 'Listening for changes of runs failed; polling every 2 s instead');
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    } finally {
      this.isConnecting = false;
    }
  }

  private async listen(): Promise<void> {
    this.client = await listenOn({
      name: 'pushboard listener',
      channels: [RUN_CHANGED, RUN_ENDED, SESSION_ENDED, ACCESS_CHANGED, SHOWN_CHANGED, this.newsChannel],
      onNotification: (channel, payload) => this.hear(channel, payload),
      onLost: (client) => {
        if (this.client === client) this.client = null;
      },
    });
    // Changes before LISTEN took effect were not announced.
    this.shownChanges += 1;
    this.tellAll();
  }

  private hear(channel: string, payload: string): void {
    if (channel === ACCESS_CHANGED || channel === SHOWN_CHANGED) {
      this.shownChanges += 1;
      if (channel === ACCESS_CHANGED) this.lookAgain();
      return;
    }
    if (channel === SESSION_ENDED) {
      for (const listener of this.sessionListeners) listener();
      return;
    }
    const [runId = '', ...news] = payload.split(/ (.*)/s, 2);
    const hasEnded = channel !== RUN_CHANGED;
    if (hasEnded) this.remember(Number(runId));
    this.tell(Number(runId), hasEnded, news[0] ?? null);
  }
}

const runChanges = (): RunChanges => processWide('run changes', () => new RunChanges());

/** Calls `tell` whenever the run may have changed, until the returned function is called. */
export function watchRun(runId: number, tell: Watcher['tell'], watched: Watched = 'changes'): () => void {
  return runChanges().watch(runId, { watched, tell });
}

/** What `RunChanges.hearsNewsOn` is now. */
export const newsChannel = (): string | null => runChanges().hearsNewsOn;

/** What `RunChanges.shownVersion` is now. */
export const shownVersion = (): number | null => runChanges().shownVersion;

/** Calls `listener` whenever a session was ended, in this process or another. */
export const onSessionEnded = (listener: () => void): void => runChanges().onSessionEnded(listener);

export const stopWatchingRuns = (): Promise<void> => runChanges().stop();

interface Looking<T> {
  runId: number;
  timeoutMs: number;
  signal: AbortSignal;
  watched: Watched;
  /** Whether the run was just seen in progress: its end will be announced, so there is no need to look before. */
  isGoing?: boolean;
  /** @param news what came with word of its end; null for nothing */
  look(news: string | null): Promise<T | null>;
}

/**
 * Calls `look` now and whenever the run may have changed, until it returns a value, the time is up, or the caller has
 * left; null in the latter two.
 */
export async function pollRun<T>({
  runId,
  timeoutMs,
  signal,
  watched,
  isGoing,
  look,
}: Looking<T>): Promise<T | null> {
  let isOver = false;
  let news: string | null = null;
  let wake = () => {};
  // Created before looking, so that a change between looking and waiting still wakes us.
  let changed = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const unwatch = watchRun(
    runId,
    (told) => {
      news ??= told;
      wake();
    },
    watched,
  );
  const giveUp = () => {
    isOver = true;
    wake();
  };
  const timer = setTimeout(giveUp, timeoutMs);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  try {
    if (isGoing === true && runChanges().hasNotEnded(runId)) await changed;
    for (;;) {
      changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      // While the database is unreachable there is nothing to see; the next turn looks again.
      const seen = await look(news).catch((error) => {
        if (isDatabaseDown(error)) return null;
        throw error;
      });
      if (seen !== null || isOver) return seen;
      await changed;
    }
  } finally {
    unwatch();
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}
