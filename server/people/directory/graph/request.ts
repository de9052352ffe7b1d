import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { GraphError } from '@/server/people/directory/graph/graph-error';

/** Graph ends its own requests after about a minute. */
const REQUEST_TIMEOUT_MS = 90_000;
const MOST_ATTEMPTS = 6;
/** Together they are well below the silence after which a sync counts as dead. */
const MOST_TIMEOUTS = 2;
/** A directory that asks for a longer pause than this is left alone until the next sync. */
const LONGEST_PAUSE_MS = 120_000;
const FIRST_PAUSE_MS = 500;

/** How to reach Graph. */
export interface GraphAccess {
  graphUrl: string;
  token(): Promise<string>;
  /** Waits between attempts. */
  pause?(ms: number): Promise<void>;
  signal?: AbortSignal;
}

const errorBody = z.object({ error: z.object({ code: z.string() }) });

/** Codes of Graph for a delta link that is too old to continue from. */
const EXPIRED = /^(syncStateNotFound|syncStateInvalid|resyncRequired|resyncChanges\w*)$/i;

/**
 * Reads one address of Graph, and returns its JSON. Attempts that Graph throttles, or that fail on its side, are
 * repeated after the pause that it asks for. Throws `GraphError`.
 */
export async function readGraph(access: GraphAccess, address: string): Promise<unknown> {
  const url = new URL(address, access.graphUrl);
  // A link that Graph returns is followed with our token, so it may only lead to Graph.
  if (url.origin !== new URL(access.graphUrl).origin) {
    throw new GraphError(
      'unexpected',
      'Microsoft Graph sent a link that leads elsewhere. It was not followed.',
    );
  }
  const pause = access.pause ?? ((ms) => sleep(ms, undefined, access.signal && { signal: access.signal }));
  let timeoutCount = 0;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptOnce(access, url);
    if ('json' in outcome) return outcome.json;
    if (outcome.failure.fault === 'silent') timeoutCount += 1;
    if (timeoutCount === MOST_TIMEOUTS) throw outcome.failure;
    const pauseMs = outcome.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
    if (attempt === MOST_ATTEMPTS || pauseMs > LONGEST_PAUSE_MS) throw outcome.failure;
    await pause(pauseMs);
  }
}

type Outcome = { json: unknown } | { failure: GraphError; retryAfterMs: number | null };

async function attemptOnce(access: GraphAccess, url: URL): Promise<Outcome> {
  const token = await access.token();
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  let response: Response;
  try {
    response = await fetch(url, {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        prefer: 'odata.maxpagesize=999',
      },
      redirect: 'manual',
      signal: access.signal === undefined ? timeout : AbortSignal.any([timeout, access.signal]),
    });
    if (response.ok) return { json: await response.json() };
  } catch (error) {
    access.signal?.throwIfAborted();
    if (timeout.aborted) {
      const seconds = REQUEST_TIMEOUT_MS / 1000;
      const message = `Microsoft Graph did not answer within ${seconds} seconds. Sync again in a few minutes.`;
      return { failure: new GraphError('silent', message, { cause: error }), retryAfterMs: null };
    }
    const message = 'Microsoft Graph could not be reached. Check GRAPH_URL and the network, then sync again.';
    return { failure: new GraphError('unreachable', message, { cause: error }), retryAfterMs: null };
  }
  return refusalOf(response);
}

async function refusalOf(response: Response): Promise<Outcome> {
  const body = errorBody.safeParse(await response.json().catch(() => null));
  const code = body.data?.error.code ?? '';
  const { status } = response;
  if (status === 410 || EXPIRED.test(code)) {
    throw new GraphError('expired', 'The last sync is too long ago to continue from it.');
  }
  if (status === 404) throw new GraphError('absent', 'Microsoft Graph does not have this.');
  if (status === 429 || status >= 500) {
    const message =
      status === 429
        ? 'Microsoft Graph is limiting requests from this directory. Sync again in a few minutes.'
        : `Microsoft Graph failed (${status}). Sync again in a few minutes.`;
    return { failure: new GraphError('throttled', message), retryAfterMs: retryAfterMs(response) };
  }
  if (status === 401 || status === 403) {
    throw new GraphError(
      'refused',
      'Microsoft Graph refused the request. Give the app registration the application permissions User.Read.All and GroupMember.Read.All, and grant admin consent.',
    );
  }
  throw new GraphError(
    'unexpected',
    `Microsoft Graph refused the request (${status}${code && `, ${code}`}).`,
  );
}

/** `Retry-After` in milliseconds; null without one. Graph sends seconds. */
function retryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}
