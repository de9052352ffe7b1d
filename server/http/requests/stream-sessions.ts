import { closureBy, type Entry } from '@/lib/orgs/sign-in-policy';
import { policiesOf } from '@/server/access/sign-in-policies';
import { onSessionEnded } from '@/server/base/events/run-changes';
import { log } from '@/server/base/log';
import { processWide } from '@/server/base/process-wide';
import { TOKEN_PREFIX, validTokensOf } from '@/server/people/sign-in/access-token';
import { openSessionsOf } from '@/server/people/sign-in/session';

/** Sessions also expire, and a notification may be lost, so they are checked this often as well. */
const LOOK_AGAIN_MS = 15_000;

/** Those of these that are open, with what they bring along: sessions by their cookie's value, and access tokens. */
async function openOf(tokens: readonly string[]): Promise<ReadonlyMap<string, Entry | null>> {
  const isAccessToken = (token: string) => token.startsWith(TOKEN_PREFIX);
  const [sessions, accessTokens] = await Promise.all([
    openSessionsOf(tokens.filter((token) => !isAccessToken(token))),
    validTokensOf(tokens.filter(isAccessToken)),
  ]);
  return new Map([...sessions, ...accessTokens]);
}

interface Stream {
  /** The organization in its path; null for none. */
  orgId: string | null;
  end: () => void;
}

/** The streams of this process that were opened with a session or a token, and how to end each when that ends. */
class StreamSessions {
  /** By token. */
  private readonly streams = new Map<string, Set<Stream>>();
  private timer: NodeJS.Timeout | null = null;
  private isLooking = false;
  private isAskedAgain = false;

  constructor() {
    onSessionEnded(() => void this.look());
  }

  watch(token: string, stream: Stream): () => void {
    const streams = this.streams.get(token) ?? new Set();
    streams.add(stream);
    this.streams.set(token, streams);
    this.timer ??= setInterval(() => void this.look(), LOOK_AGAIN_MS);
    return () => {
      streams.delete(stream);
      if (streams.size === 0 && this.streams.get(token) === streams) this.streams.delete(token);
      if (this.streams.size > 0 || this.timer === null) return;
      clearInterval(this.timer);
      this.timer = null;
    };
  }

  /**
   * Ends the streams whose session is over, or whose organization is closed to it, with one query for all of each. What ends
   * meanwhile is checked after it.
   */
  private async look(): Promise<void> {
    this.isAskedAgain = true;
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      while (this.isAskedAgain && this.streams.size > 0) {
        this.isAskedAgain = false;
        const watched = [...this.streams].flatMap(([token, streams]) =>
          [...streams].map((stream) => ({ token, ...stream })),
        );
        const orgIds = new Set(watched.flatMap(({ orgId }) => orgId ?? []));
        const [open, policies] = await Promise.all([
          openOf([...new Set(watched.map(({ token }) => token))]),
          policiesOf([...orgIds]),
        ]);
        for (const { token, orgId, end } of watched) {
          const entry = open.get(token);
          const policy = orgId === null ? undefined : policies.get(orgId);
          if (entry === undefined || (entry && policy && closureBy(policy, entry) !== null)) end();
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

/**
 * Calls `end` when this session or access token stops being valid, or when the organization's sign-in policy starts to
 * keep it out. The returned function stops watching.
 */
export const watchSession = (token: string, orgId: string | null, end: () => void): (() => void) =>
  streamSessions().watch(token, { orgId, end });
