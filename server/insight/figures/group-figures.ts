import statement from 'sql-template-tag';
import type {
  groupFigures,
  listGroupFigures as listGroupFiguresOperation,
} from '@/lib/contract/insight/usage';
import type { Decoded } from '@/lib/wire/wire';
import { column, query } from '@/server/base/database/statements';
import { isCounted, OUTCOMES, SUMS } from '@/server/insight/figures/counting/counted';
import { periodOf } from '@/server/insight/figures/counting/days';
import { figuresIn } from '@/server/insight/figures/counting/slots';
import type { Context } from '@/server/operations/context';

const GROUP = {
  group_id: column.text.nullable(),
  name: column.text.nullable(),
  people: column.int,
  ...OUTCOMES,
};

/** How the runs of the people of each group ended. A person of two groups counts in both. */
export async function listGroupFigures({
  subject: { orgId },
  query: wanted,
}: Context<typeof listGroupFiguresOperation>): Promise<Decoded<typeof groupFigures>[]> {
  const rows = await query(
    GROUP,
    statement`with counted as (
        select f.user_id, ${SUMS} from ${figuresIn('person_figure', orgId, [periodOf(wanted)])}
        where ${isCounted(wanted)} group by 1
      )
      select g.group_id, g.name, count(*)::int as people,
        sum(success)::int as success, sum(failed)::int as failed, sum(canceled)::int as canceled
      from counted
      left join group_member gm on gm.org_id = ${orgId} and gm.user_id = counted.user_id
      left join user_group g on g.org_id = gm.org_id and g.group_id = gm.group_id
      group by g.group_id, g.name
      order by g.group_id is null, sum(success) + sum(failed) + sum(canceled) desc, lower(g.name), g.group_id`,
  );
  return rows.map(({ group_id: groupId, ...row }) => ({ groupId, ...row }));
}
