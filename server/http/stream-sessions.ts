import { TOKEN_PREFIX, validTokensOf } from '@/server/identity/access-token';
import { openSessionsOf } from '@/server/identity/session';
import { log } from '@/server/log';
import { processWide } from '@/server/process-wide';
import { onSessionEnded } from '@/server/queue/run-changes';

/** Sessions also expire, and a notification may be lost, so they are checked this often as well. */
const LOOK_AGAIN_MS = 15_000;

/** Which of these are open: sessions by their cookie's value, and access tokens. */
async function openOf(tokens: readonly string[]): Promise<ReadonlySet<string>> {
  const isAccessToken = (token: string) => token.startsWith(TOKEN_PREFIX);
  const [sessions, accessTokens] = await Promise.all([
    openSessionsOf(tokens.filter((token) => !isAccessToken(token))),
    validTokensOf(tokens.filter(isAccessToken)),
  ]);
  return new Set([...sessions, ...accessTokens]);
}

/** The streams of this process that were opened with a session or a token, and how to end each when that ends. */
class StreamSessions {
  /** By token. */
  private readonly streams = new Map<string, Set<() => void>>();
  private timer: NodeJS.Timeout | null = null;
  private isLooking = false;
  private isAskedAgain = false;

  constructor() {
    onSessionEnded(() => void this.look());
  }

  watch(token: string, end: () => void): () => void {
    const ends = this.streams.get(token) ?? new Set();
    ends.add(end);
    this.streams.set(token, ends);
    this.timer ??= setInterval(() => void this.look(), LOOK_AGAIN_MS);
    return () => {
      ends.delete(end);
      if (ends.size === 0 && this.streams.get(token) === ends) this.streams.delete(token);
      if (this.streams.size > 0 || this.timer === null) return;
      clearInterval(this.timer);
      this.timer = null;
    };
  }

  /** Ends the streams whose session is over, with one query for all. Sessions that end meanwhile are checked after it. */
  private async look(): Promise<void> {
    this.isAskedAgain = true;
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      while (this.isAskedAgain && this.streams.size > 0) {
        this.isAskedAgain = false;
        const tokens = [...this.streams.keys()];
        const open = await openOf(tokens);
        for (const token of tokens.filter((each) => !open.has(each))) {
          for (const end of [...(this.streams.get(token) ?? [])]) end();
        }
      }
    } catch (error) {
      // While the database is down, nothing else can be sent either; the next check follows.
      log().warn({ err: error }, 'The sessions of open streams could not be checked');
    } finally {
      this.isLooking = false;
    }
  }
}

const streamSessions = (): StreamSessions => processWide('stream sessions', () => new StreamSessions());

/** Calls `end` when the session of this token is over, or when an access token is no longer valid, unless the returned function is called first. */
export const watchSession = (token: string, end: () => void): (() => void) =>
  streamSessions().watch(token, end);
