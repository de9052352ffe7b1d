import statement from 'sql-template-tag';
import type { listWeeklyRuns as listWeeklyRunsOperation, weekOfRuns } from '@/lib/contract/insight/analytics';
import type { Decoded } from '@/lib/wire/wire';
import { accessibleCommands } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';
import { isCounted, OUTCOMES, SUMS } from '@/server/insight/figures/counted';
import { weeksIn } from '@/server/insight/figures/days';
import { inSlots, slotsIn } from '@/server/insight/figures/slots';
import type { Context } from '@/server/operations/context';

const COUNTS = {
  period: column.int,
  is_listed: column.boolean,
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
    statement`with listed as materialized (${accessibleCommands(viewerOf(actor), statement`${orgId}`)}),
      counted as (
        select slots.period, f.command_id, ${SUMS}
        from ${slotsIn(weeks)} join command_figure f on ${inSlots(orgId)}
        where ${isCounted(wanted)}
        group by 1, 2
      )
      select period, command_id in (select command_id from listed) as is_listed,
        sum(success)::int as success, sum(failed)::int as failed, sum(canceled)::int as canceled
      from counted group by 1, 2`,
  );
  return weeks.map(({ monday, startMs, endMs }, index) => {
    const of = (isListed: boolean) =>
      rows.find(({ period, is_listed }) => period === index && is_listed === isListed) ?? NONE;
    const [listed, unlisted] = [of(true), of(false)];
    return {
      weekStart: monday,
      startsAt: new Date(startMs).toISOString(),
      endsAt: new Date(endMs).toISOString(),
      success: listed.success + unlisted.success,
      failed: listed.failed + unlisted.failed,
      canceled: listed.canceled + unlisted.canceled,
      unlisted: { success: unlisted.success, failed: unlisted.failed, canceled: unlisted.canceled },
    };
  });
}
