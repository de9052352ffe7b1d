import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { callApp, SANDBOX } from '../../support/doubles/remote-app';
import type { Workspace } from './workspace';

export const DANA = 'demo-dana';
export const JONAS = 'demo-jonas';
export const MARIA = 'demo-maria';
export const ALEX = 'demo-alex';

type Values = Record<string, JsonValue>;

export interface Command {
  kitId: number;
  olId: number;
}

/** The requests of the people of a recorded workspace. */
export class Calls {
  constructor(private readonly workspace: Workspace) {}

  as(userId: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return callApp(this.workspace.origin, method, path, body, { 'x-demo-user-id': userId, ...headers });
  }

  /** Sends a request below the sandbox's organization, by default as its admin. */
  inSandbox(method: string, path: string, body?: unknown, userId: string = DANA) {
    return this.as(userId, method, `/${SANDBOX}${path}`, body);
  }

  async createRun({ kitId, olId }: Command, userId: string, more: Values = {}): Promise<number> {
    const body = { olId, kitId, ...more };
    return runIdOf(await this.inSandbox('POST', '/run-async-i', body, userId));
  }

  startRun({ kitId, olId }: Command, runId: number, values: Values, userId: string): Promise<unknown> {
    return this.inSandbox('POST', '/run-async-ii', { runrams: values, olId, runId, kitId }, userId);
  }

  /** Creates a run and queues it. Returns its id. */
  async queue(command: Command, values: Values, userId: string = MARIA, more: Values = {}): Promise<number> {
    const runId = await this.createRun(command, userId, more);
    await this.startRun(command, runId, values, userId);
    return runId;
  }

  /** Creates a run and waits until it has ended. */
  async run(command: Command, values: Values, userId: string = MARIA, more: Values = {}): Promise<number> {
    const runId = await this.queue(command, values, userId, more);
    await this.untilStatus(command, runId, (status) => status === 'success' || status === 'failed');
    return runId;
  }

  async cancel({ kitId }: Command, runId: number): Promise<void> {
    await this.inSandbox('POST', `/kits/${kitId}/runs/${runId}/cancel`);
  }

  async untilStatus(
    { kitId }: Command,
    runId: number,
    isReached: (status: string) => boolean,
  ): Promise<void> {
    for (let tries = 0; tries < 300; tries += 1) {
      const run = await this.inSandbox('GET', `/kits/${kitId}/runs/${runId}`);
      if (isReached(z.object({ status: z.string() }).parse(run).status)) return;
      await sleep(100);
    }
    throw new Error(`Run ${runId} of command ${kitId} did not get where it should`);
  }
}

export const runIdOf = (answer: unknown): number => z.object({ run_id: z.int() }).parse(answer).run_id;
