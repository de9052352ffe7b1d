import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { type Answered, numberIn, send } from '../app/http';
import { type MadeCommand, ORG_A } from './organizations';
import { people } from './people';

type Values = Record<string, JsonValue>;

/** Creates a run, as the runner by default. */
export async function createRun(
  { commandId, templateId }: MadeCommand,
  as: string = people.runner,
): Promise<number> {
  const body = { olId: templateId, kitId: commandId };
  return numberIn(await send('POST', `/${ORG_A}/run-async-i`, { as, body }), 'run_id');
}

export function startRun(
  { commandId, templateId }: MadeCommand,
  runId: number,
  runrams: Values,
  as: string = people.runner,
): Promise<Answered> {
  return send('POST', `/${ORG_A}/run-async-ii`, {
    as,
    body: { runrams, olId: templateId, runId, kitId: commandId },
  });
}

/** Requests for one run, each of which waits 15 seconds. */
const MOST_WAITS = 20;

/** Reads a run once it has ended. On a busy machine, that may take longer than one request waits. */
export async function readRun(
  { commandId }: MadeCommand,
  runId: number,
  as: string = people.runner,
): Promise<Answered> {
  for (let times = 1; ; times += 1) {
    const answered = await send('GET', `/${ORG_A}/kits/${commandId}/runs/${runId}?wait=15`, { as });
    const isGoing = z.object({ status: z.literal('running') }).safeParse(answered.body).success;
    if (!isGoing || times === MOST_WAITS) return answered;
  }
}

/** Sends the three requests of a run, as the browser does, and returns the last response. */
export async function runInThree(command: MadeCommand, values: Values, as?: string): Promise<Answered> {
  const runId = await createRun(command, as);
  const started = await startRun(command, runId, values, as);
  return started.status === 202 ? readRun(command, runId, as) : started;
}

export function runSync(
  { commandId, templateId }: MadeCommand,
  params: Values,
  as: string = people.runner,
): Promise<Answered> {
  return send('POST', `/${ORG_A}/run-sync`, { as, body: { olId: templateId, kitId: commandId, params } });
}
