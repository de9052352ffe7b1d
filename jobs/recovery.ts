import { env } from '@/server/base/env';
import { callRoll, type RollCall } from '@/server/base/events/worker-alive';
import { log } from '@/server/base/log';
import { recoverMail } from '@/server/delivery/send-mail';
import { ResultPass } from '@/server/results/reading/result-pass';
import { recoverLostRuns } from '@/server/runs/execute/recover-lost-runs';

/**
 * Looks for what dead workers left behind. A worker that has been silent for a while is dead, and whether it was silent
 * is told by the database's clock. Some things silence all workers: a jump of that clock, which the clock of this machine
 * doesn't make; a database that nobody could reach or write to, which this worker's own heartbeat tells; and another
 * server in the place of the first, which may not have the last heartbeats. From then on, nobody counts as dead until
 * everybody had the time to speak again. A worker that starts can't know what happened before, so it waits that long, too.
 */
export class Recovery {
  private last: { call: RollCall; ownMs: number } | null = null;
  private spokeAtMs = performance.now();
  private silencedAtMs = performance.now();

  /** Called whenever this worker has said that it lives. */
  spoke(): void {
    const ownMs = performance.now();
    if (this.isMute(ownMs)) this.silencedAtMs = ownMs;
    this.spokeAtMs = ownMs;
  }

  async look(): Promise<void> {
    const askedAtMs = performance.now();
    const call = await callRoll();
    if (!this.couldAllSpeak(call, askedAtMs)) return;
    const recovered = await recoverLostRuns(call);
    if (Object.values(recovered).some((count) => count > 0)) log().warn(recovered, 'Recovered runs');
    if (recovered.lost > 0) await measureResults();
    await recoverMail(call);
  }

  /** Whether every worker that lives had the time to say so before the roll was called. */
  private couldAllSpeak(call: RollCall, askedAtMs: number): boolean {
    const deadAfterMs = call.deadAfterSeconds * 1000;
    const ownMs = performance.now();
    const { last } = this;
    this.last = { call, ownMs };
    if (last !== null) {
      const jumpMs = call.at.getTime() - last.call.at.getTime() - (ownMs - last.ownMs);
      // A smaller jump can't make a living worker look dead.
      const hasJumped = Math.abs(jumpMs) > deadAfterMs / 3;
      const isAnother = call.server !== last.call.server;
      if (hasJumped) log().warn({ jumpMs: Math.round(jumpMs) }, "The database's clock has jumped");
      if (isAnother) log().warn('The database server was restarted, or another one took its place');
      if (hasJumped || isAnother) this.silencedAtMs = ownMs;
    }
    return !this.isMute(ownMs) && askedAtMs - this.silencedAtMs >= deadAfterMs;
  }

  /** Whether this worker has missed heartbeats. Missing fewer makes nobody seem dead. */
  private isMute(ownMs: number): boolean {
    return ownMs - this.spokeAtMs > (env().workerDeadAfterSeconds * 1000) / 3;
  }
}

/** What dead workers had stored of their runs counts toward the limits of results from now on. */
async function measureResults(): Promise<void> {
  const pass = new ResultPass();
  while ((await pass.nextBatch()) > 0);
}
