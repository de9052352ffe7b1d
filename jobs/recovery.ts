import statement from 'sql-template-tag';
import { env } from '@/server/env';
import { log } from '@/server/log';
import { recoverMail } from '@/server/mail/send-mail';
import { recoverLostRuns } from '@/server/runs/recover-lost-runs';
import { column, query } from '@/server/statements';

/**
 * Looks for what dead workers left behind. Whether a worker is dead is told by the database's clock. When that clock
 * jumps, every worker seems to be silent until it says again that it lives, so nobody is dead until all had the time
 * to. A jump is what the clock of this machine, which only counts, has not seen.
 */
export class Recovery {
  private last: { databaseMs: number; ownMs: number } | null = null;
  private jumpedAtMs = Number.NEGATIVE_INFINITY;

  async look(): Promise<void> {
    if (!(await this.isClockSteady())) return;
    const recovered = await recoverLostRuns();
    if (Object.values(recovered).some((count) => count > 0)) log().warn(recovered, 'Recovered runs');
    await recoverMail();
  }

  private async isClockSteady(): Promise<boolean> {
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
        this.jumpedAtMs = now.ownMs;
      }
    }
    return now.ownMs - this.jumpedAtMs > deadAfterMs;
  }
}
