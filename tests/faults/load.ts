import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { callApp, RefusedCall, type RemoteCommand, SANDBOX } from '../support/remote-app';

/** A run that was accepted: the API has promised that it will be executed, once. */
export interface AcceptedRun {
  runId: number;
  tag: string;
}

const created = z.object({ run_id: z.int() });
const RETRY_MS = 100;

/** People who press Run one after the other, whatever falls over meanwhile, until they are told to leave. */
export class Load {
  readonly accepted: AcceptedRun[] = [];
  private isOver = false;
  private readonly people: Promise<void>[];

  constructor(
    private readonly origins: readonly string[],
    private readonly command: RemoteCommand,
    howMany: number,
  ) {
    this.people = Array.from({ length: howMany }, (_, person) => this.press(person));
  }

  /** Resolves once so many runs have been accepted. */
  async reach(runs: number): Promise<void> {
    while (this.accepted.length < runs) await sleep(RETRY_MS);
  }

  /** Resolves when everybody's last press was answered. */
  async leave(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.people);
  }

  private async press(person: number): Promise<void> {
    const { kitId, olId } = this.command;
    while (!this.isOver) {
      const tag = randomUUID();
      const answer = await this.insist(person, 'run-async-i', { olId, kitId });
      const runId = created.parse(answer).run_id;
      await this.insist(person, 'run-async-ii', { runrams: { tag }, olId, kitId, runId });
      this.accepted.push({ runId, tag });
    }
  }

  /** Asks again with the same key until there is an answer, as a careful script does. */
  private async insist(person: number, operation: string, body: object): Promise<unknown> {
    const headers = { 'idempotency-key': randomUUID() };
    for (let attempt = person; ; attempt += 1) {
      const origin = this.origins[attempt % this.origins.length] ?? '';
      try {
        return await callApp(origin, 'POST', `/${SANDBOX}/${operation}`, body, headers);
      } catch (error) {
        // 409: an attempt with this key is still being answered, or its process has died.
        if (error instanceof RefusedCall && error.status < 500 && error.status !== 409) throw error;
        await sleep(RETRY_MS);
      }
    }
  }
}
