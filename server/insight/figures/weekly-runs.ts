import statement from 'sql-template-tag';
import type { listWeeklyRuns as listWeeklyRunsOperation, weekOfRuns } from '@/lib/contract/insight/analytics';
import type { Decoded } from '@/lib/wire/wire';
import { column, query } from '@/server/base/database/statements';
import { isCounted, OUTCOMES, SUMS } from '@/server/insight/figures/counting/counted';
import { weeksIn } from '@/server/insight/figures/counting/days';
import { figuresIn } from '@/server/insight/figures/counting/slots';
import { isUnlisted } from '@/server/insight/figures/counting/unlisted';
import type { Context } from '@/server/operations/context';

const COUNTS = {
  period: column.int,
  is_unlisted: column.boolean,
  ...OUTCOMES,
};
const NONE = { success: 0, failed: 0, canceled: 0 };

/** Counts the runs of each week by how they ended. */
export async function listWeeklyRuns({
  actor,
  subject: { orgId },
  query: wanted,
}: Context<typeof listWeeklyRunsOperation>): Promise<Decoded<typeof weekOfRuns>[]> {
  const weeks = weeksIn(wanted);
  const rows = await query(
    COUNTS,
    statement`select slots.period, false as is_unlisted, ${SUMS}
        from ${figuresIn('org_figure', orgId, weeks)}
        where ${isCounted(wanted)} group by 1
      union all
      select slots.period, true as is_unlisted, ${SUMS}
        from ${figuresIn('command_figure', orgId, weeks, isUnlisted(actor, orgId))}
        where ${isCounted(wanted)} group by 1`,
  );
  return weeks.map(({ monday, startMs, endMs }, index) => {
    const of = (isUnlisted: boolean) =>
      rows.find(({ period, is_unlisted }) => period === index && is_unlisted === isUnlisted) ?? NONE;
    const [{ success, failed, canceled }, unlisted] = [of(false), of(true)];
    return {
      weekStart: monday,
      startsAt: new Date(startMs).toISOString(),
      endsAt: new Date(endMs).toISOString(),
      success,
      failed,
      canceled,
      unlisted: { success: unlisted.success, failed: unlisted.failed, canceled: unlisted.canceled },
    };
  });
}
