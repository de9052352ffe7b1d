import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { RemoteCommand } from '../support/doubles/remote-app';
import { insist, RETRY_MS } from './insist';

/** A run that was accepted: the API has promised to execute it once. */
export interface AcceptedRun {
  runId: number;
  tag: string;
}

const created = z.object({ run_id: z.int() });

/** People who press Run again and again, whatever fails meanwhile, until they are stopped. */
export class Load {
  readonly accepted: AcceptedRun[] = [];
  private isOver = false;
  private readonly people: Promise<void>[];

  constructor(
    private readonly origins: readonly string[],
    private readonly command: RemoteCommand,
    howMany: number,
    /** How long each reads what came, in milliseconds. */
    private readonly readingMs = 0,
  ) {
    this.people = Array.from({ length: howMany }, (_, person) => this.press(person));
  }

  /** Resolves once so many runs have been accepted. */
  async reach(runs: number): Promise<void> {
    while (this.accepted.length < runs) await sleep(RETRY_MS);
  }

  /** Resolves when everyone's last press got its response. */
  async leave(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.people);
  }

  private async press(person: number): Promise<void> {
    const { kitId, olId } = this.command;
    while (!this.isOver) {
      const tag = randomUUID();
      const answer = await insist(this.origins, person, 'run-async-i', { olId, kitId });
      const runId = created.parse(answer).run_id;
      await insist(this.origins, person, 'run-async-ii', { runrams: { tag }, olId, kitId, runId });
      this.accepted.push({ runId, tag });
      if (this.readingMs > 0) await sleep(this.readingMs);
    }
  }
}
