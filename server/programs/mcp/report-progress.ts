import type { ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Person } from '@/lib/access/vocabulary';
import { logEvent, runEvent } from '@/lib/contract/runs/run-events';
import type { StreamEvent } from '@/server/operations/context';
import { followVisibleRuns } from '@/server/runs/read/run-events';

/** Clients give up on a request that is silent for a minute. */
const SIGN_OF_LIFE_MS = 15_000;
const LONGEST_LINE = 300;

/** How many notifications a request has had: their numbers must rise. */
const sent = new WeakMap<ServerContext['mcpReq'], number>();

/** Whether the client asked to hear of progress. */
export const canHearProgress = ({ mcpReq }: ServerContext): boolean =>
  mcpReq._meta?.progressToken !== undefined;

async function sendProgress({ mcpReq }: ServerContext, message: string): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  const progress = (sent.get(mcpReq) ?? 0) + 1;
  sent.set(mcpReq, progress);
  await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } });
}

/** Tells the client again and again how its call proceeds, now and until the returned function is called. */
export function repeatProgress(context: ServerContext, message: () => string): () => void {
  if (!canHearProgress(context)) return () => {};
  const repeat = () => {
    sendProgress(context, message()).catch(() => clearInterval(timer));
  };
  const timer = setInterval(repeat, SIGN_OF_LIFE_MS);
  repeat();
  return () => clearInterval(timer);
}

/**
 * Tells the client how a run proceeds, if it asked for that: when it starts, how many rows have come, and the last line
 * of its log, until the run ends or `signal` aborts. Never throws: a run does not depend on its progress being heard.
 */
export async function reportProgress(
  context: ServerContext,
  actor: Person,
  orgId: string,
  runId: number,
  signal: AbortSignal,
): Promise<void> {
  if (!canHearProgress(context)) return;
  let message = 'Waiting for its turn';
  const stop = repeatProgress(context, () => message);
  try {
    for await (const event of followVisibleRuns(actor, orgId, [runId], signal, null)) {
      const next = messageOf(event);
      if (next === null) continue;
      message = next;
      await sendProgress(context, message);
    }
  } catch {
    // The client has gone, or the caller lost the run: both end the call itself.
  } finally {
    stop();
  }
}

function messageOf({ event, data }: StreamEvent): string | null {
  if (event === 'log') {
    const { text } = z.decode(logEvent, data as z.input<typeof logEvent>);
    const line = text.trimEnd().split('\n').at(-1) ?? '';
    return line === '' ? null : line.slice(0, LONGEST_LINE);
  }
  if (event !== 'status' && event !== 'rows') return null;
  const { status, totalRows } = z.decode(runEvent, data as z.input<typeof runEvent>);
  if (event === 'rows' && totalRows !== null) return `${totalRows} rows`;
  return status === 'starting' ? 'Waiting for its turn' : status === 'running' ? 'Running' : null;
}
