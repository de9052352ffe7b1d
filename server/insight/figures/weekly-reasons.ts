import statement from 'sql-template-tag';
import type {
  listWeeklyReasons as listWeeklyReasonsOperation,
  weekOfReason,
} from '@/lib/contract/insight/working';
import { runEndReason } from '@/lib/contract/runs/run';
import type { Decoded } from '@/lib/wire/wire';
import { OUTCOME } from '@/server/insight/figures/counting/counted';
import { weeklyCounts } from '@/server/insight/figures/counting/weekly-counts';
import type { Context } from '@/server/operations/context';

/** Counts the failed runs of each week by their end reason. */
export async function listWeeklyReasons({
  actor,
  subject: { orgId },
  query: wanted,
}: Context<typeof listWeeklyReasonsOperation>): Promise<Decoded<typeof weekOfReason>[]> {
  const counts = await weeklyCounts(actor, orgId, wanted, {
    part: statement`f.outcome::text`,
    which: OUTCOME.failed,
    partOf: (text) => runEndReason.parse(text),
  });
  return counts.map(({ part: reason, ...rest }) => ({ ...rest, reason }));
}
