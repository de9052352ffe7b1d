import statement from 'sql-template-tag';
import type {
  listWeeklyAdditions as listWeeklyAdditionsOperation,
  weekOfAdditions,
} from '@/lib/contract/insight/analytics';
import type { Decoded } from '@/lib/wire/wire';
import { column, queryMany } from '@/server/base/database/statements';
import { weeksIn } from '@/server/insight/figures/counting/days';
import type { Context } from '@/server/operations/context';

const ADDITIONS = { week: column.int, user_id: column.text, name: column.text, added: column.int };

/** Counts the commands that each person added in each week. */
export async function listWeeklyAdditions({
  subject: { orgId },
  query: wanted,
}: Context<typeof listWeeklyAdditionsOperation>): Promise<Decoded<typeof weekOfAdditions>[]> {
  const weeks = weeksIn(wanted);
  const rows = await queryMany(
    ADDITIONS,
    statement`select week, added.user_id, u.name, added.added from (
        select width_bucket(c.created_at, ${weeks.map(({ startMs }) => new Date(startMs))}::timestamptz[]) as week,
          c.created_by_user_id as user_id, count(*)::int as added
        from command c
        where c.org_id = ${orgId} and c.created_at >= ${new Date(weeks[0]?.startMs ?? 0)}
          and c.created_at < ${new Date(weeks.at(-1)?.endMs ?? 0)}
        group by 1, 2
      ) added join "user" u on u.user_id = added.user_id
      order by week, added.added desc, u.name, added.user_id`,
  );
  return rows.map(({ week, user_id, name, added }) => ({
    weekStart: weeks[week - 1]?.monday ?? '',
    userId: user_id,
    name,
    added,
  }));
}
