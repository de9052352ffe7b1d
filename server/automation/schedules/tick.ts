import { claimDueJobs, replanAfterJump } from '@/server/automation/schedules/claim-due';
import { Firer } from '@/server/automation/schedules/fire';
import { takeFirings } from '@/server/automation/schedules/take-firings';

/** Firings that a worker takes at once. */
const FIRINGS_A_BATCH = 100;
/** Firings that a worker prepares at the same time. Each takes a connection to the database. */
const AT_ONCE = 4;

/** Claims everything that is due. @param at as for `claimDueJobs` */
export async function claimAllDue(at: Date | null = null): Promise<number> {
  while ((await replanAfterJump(at)) > 0);
  let claimed = 0;
  for (;;) {
    const count = await claimDueJobs(at);
    if (count === 0) return claimed;
    claimed += count;
  }
}

/** Opens the runs of everything that was claimed, by this worker or another. @param at as for `claimDueJobs` */
export async function openAllClaimed(stop?: AbortSignal, at: Date | null = null): Promise<number> {
  let opened = 0;
  while (stop?.aborted !== true) {
    const firings = await takeFirings(FIRINGS_A_BATCH, at);
    if (firings.length === 0) return opened;
    const firer = new Firer();
    const queue = firings[Symbol.iterator]();
    const work = async (): Promise<void> => {
      for (const firing of queue) await firer.fire(firing);
      await firer.openReady();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    opened += firings.length;
  }
  return opened;
}
