import statement from 'sql-template-tag';
import type {
  listWeeklyOrigins as listWeeklyOriginsOperation,
  weekOfOrigin,
} from '@/lib/contract/insight/usage';
import { originOf, runTriggers } from '@/lib/contract/runs/trigger';
import type { Decoded } from '@/lib/wire/wire';
import { weeklyCounts } from '@/server/insight/figures/counting/weekly-counts';
import type { Context } from '@/server/operations/context';

const EVERY = statement`true`;

/** Counts the runs of each week by what they go back to. */
export async function listWeeklyOrigins({
  actor,
  subject: { orgId },
  query: wanted,
}: Context<typeof listWeeklyOriginsOperation>): Promise<Decoded<typeof weekOfOrigin>[]> {
  const counts = await weeklyCounts(actor, orgId, wanted, {
    part: statement`f.trigger::text`,
    which: EVERY,
    partOf: (text) => originOf[runTriggers.find((trigger) => trigger === text) ?? 'person'],
  });
  return counts.map(({ part: origin, ...rest }) => ({ ...rest, origin }));
}
