import statement from 'sql-template-tag';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { log } from '@/server/base/log';
import { recoverMail } from '@/server/delivery/send-mail';
import { recoverLostRuns } from '@/server/runs/execute/recover-lost-runs';

/**
 * Looks for what dead workers left behind. A worker that has been silent for a while is dead, and whether it was silent
 * is told by the database's clock. Two things silence all workers, and nobody is dead until all had the time to say again
 * that they live: a jump of that clock, which the clock of this machine, which only counts, has not seen; and a database
 * that nobody could reach or write to, which this worker's own heartbeat tells.
 */
export class Recovery {
  private last: { databaseMs: number; ownMs: number } | null = null;
  private spokeAtMs = performance.now();
  private silencedAtMs = Number.NEGATIVE_INFINITY;

  /** Called whenever this worker has said that it lives. */
  spoke(): void {
    const ownMs = performance.now();
    if (this.isMute(ownMs)) this.silencedAtMs = ownMs;
    this.spokeAtMs = ownMs;
  }

  async look(): Promise<void> {
    if (!(await this.couldAllSpeak())) return;
    const recovered = await recoverLostRuns();
    if (Object.values(recovered).some((count) => count > 0)) log().warn(recovered, 'Recovered runs');
    await recoverMail();
  }

  /** Whether every worker that lives had the time to say so. */
  private async couldAllSpeak(): Promise<boolean> {
    const deadAfterMs = env().workerDeadAfterSeconds * 1000;
    const [row] = await query({ now: column.time }, statement`select now()`);
    const now = { databaseMs: row?.now.getTime() ?? 0, ownMs: performance.now() };
    const { last } = this;
    this.last = now;
    if (last !== null) {
      const jumpMs = now.databaseMs - last.databaseMs - (now.ownMs - last.ownMs);
      // A smaller jump makes nobody seem dead who lives.
      if (Math.abs(jumpMs) > deadAfterMs / 3) {
        log().warn({ jumpMs: Math.round(jumpMs) }, "The database's clock has jumped");
        this.silencedAtMs = now.ownMs;
      }
    }
    return !this.isMute(now.ownMs) && now.ownMs - this.silencedAtMs > deadAfterMs;
  }

  /** Whether this worker has missed heartbeats. Missing fewer makes nobody seem dead. */
  private isMute(ownMs: number): boolean {
    return ownMs - this.spokeAtMs > (env().workerDeadAfterSeconds * 1000) / 3;
  }
}
