import statement from 'sql-template-tag';
import type {
  listWeeklyTimes as listWeeklyTimesOperation,
  weekOfTimes,
} from '@/lib/contract/insight/working';
import type { Decoded } from '@/lib/wire/wire';
import { column, query } from '@/server/base/database/statements';
import { countedCommands } from '@/server/insight/figures/counting/counted-commands';
import { weeksIn } from '@/server/insight/figures/counting/days';
import { figuresIn } from '@/server/insight/figures/counting/slots';
import { PERCENTILES, percentileBuckets, timesOf } from '@/server/insight/figures/counting/times';
import type { Context } from '@/server/operations/context';

const WEEK = { key: column.int, ...PERCENTILES };

/** How long runs took and waited in each week. A private command of another person has no times of its own. */
export async function listWeeklyTimes({
  actor,
  subject: { orgId },
  query: { command_id: commandId, ...wanted },
}: Context<typeof listWeeklyTimesOperation>): Promise<Decoded<typeof weekOfTimes>[]> {
  const weeks = weeksIn(wanted);
  const times =
    commandId === undefined
      ? figuresIn('org_time', orgId, weeks)
      : figuresIn(
          'command_time',
          orgId,
          weeks,
          statement`f.command_id = any(array(
            select c.shown_id from (${countedCommands(orgId, actor.userId)}) c where c.command_id = ${commandId}))`,
        );
  const rows = await query(
    WEEK,
    statement`select * from (${percentileBuckets(statement`
        select slots.period as key, f.bucket, sum(f.taken) as taken, sum(f.waited) as waited
        from ${times} group by 1, 2`)}) weeks
      order by key`,
  );
  return rows.map(({ key, ...times }) => ({ weekStart: weeks[key]?.monday ?? '', ...timesOf(times) }));
}
