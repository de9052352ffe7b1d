import statement from 'sql-template-tag';
import type {
  listTrendingRunners as listTrendingRunnersOperation,
  trendingRunner,
} from '@/lib/contract/insight/analytics';
import type { Decoded } from '@/lib/wire/wire';
import { column, queryMany } from '@/server/base/database/statements';
import { isCounted } from '@/server/insight/figures/counting/counted';
import { pastMonth, periodOf } from '@/server/insight/figures/counting/days';
import { figuresIn } from '@/server/insight/figures/counting/slots';
import type { Context } from '@/server/operations/context';

const RUNNER = {
  user_id: column.text,
  name: column.text,
  all_time: column.int,
  past_month: column.int,
  in_days: column.int,
};

/** Counts the runs of each person who ever ran something, those with the most in the days of the request first. */
export async function listTrendingRunners({
  subject: { orgId },
  query: wanted,
}: Context<typeof listTrendingRunnersOperation>): Promise<Decoded<typeof trendingRunner>[]> {
  const rows = await queryMany(
    RUNNER,
    statement`with lasting as (
        select f.user_id, sum(f.runs)::int as runs from person_figure f
        where f.org_id = ${orgId} and f.span = 'ever' and ${isCounted(wanted)} group by 1
      ), recent as (
        select f.user_id, sum(f.runs) filter (where slots.period = 0) as past_month,
          sum(f.runs) filter (where slots.period = 1) as in_days
        from ${figuresIn('person_figure', orgId, [pastMonth(wanted.zone), periodOf(wanted)])}
        where ${isCounted(wanted)} group by 1
      )
      select lasting.user_id, u.name, lasting.runs as all_time,
        coalesce(recent.past_month, 0)::int as past_month, coalesce(recent.in_days, 0)::int as in_days
      from lasting left join recent on recent.user_id = lasting.user_id
      join "user" u on u.user_id = lasting.user_id
      order by in_days desc, past_month desc, all_time desc, u.name, lasting.user_id`,
  );
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.name,
    allTime: row.all_time,
    pastMonth: row.past_month,
    inDays: row.in_days,
  }));
}
