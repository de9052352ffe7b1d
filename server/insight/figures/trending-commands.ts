import statement from 'sql-template-tag';
import type {
  listTrendingCommands as listTrendingCommandsOperation,
  trendingCommand,
} from '@/lib/contract/insight/analytics';
import type { Decoded } from '@/lib/wire/wire';
import { column, queryMany } from '@/server/base/database/statements';
import { isCounted } from '@/server/insight/figures/counted';
import { pastMonth } from '@/server/insight/figures/days';
import { inSlots, slotsIn } from '@/server/insight/figures/slots';
import type { Context } from '@/server/operations/context';

const COMMAND = {
  command_id: column.int.nullable(),
  name: column.text.nullable(),
  folder_name: column.text.nullable(),
  is_deleted: column.boolean,
  all_time: column.int,
  past_month: column.int,
};

/**
 * Counts the runs of each command that was ever run, those with the most in the past month first. Other people's private
 * commands are one row.
 */
export async function listTrendingCommands({
  actor,
  subject: { orgId },
  query: wanted,
}: Context<typeof listTrendingCommandsOperation>): Promise<Decoded<typeof trendingCommand>[]> {
  const rows = await queryMany(
    COMMAND,
    statement`with lasting as (
        select f.command_id, sum(f.runs) as runs from command_figure f
        where f.org_id = ${orgId} and f.span = 'ever' and ${isCounted(wanted)} group by 1
      ), recent as (
        select f.command_id, sum(f.runs) as runs
        from ${slotsIn([pastMonth(wanted.zone)])} join command_figure f on ${inSlots(orgId)}
        where ${isCounted(wanted)} group by 1
      ), counted as (
        select c.command_id, c.visibility = 'justme' and c.created_by_user_id <> ${actor.userId} as is_private,
          c.name, d.name as folder_name, c.deleted_at is not null as is_deleted,
          lasting.runs as all_time, coalesce(recent.runs, 0) as past_month
        from lasting left join recent on recent.command_id = lasting.command_id
        join command c on c.org_id = ${orgId} and c.command_id = lasting.command_id
        left join folder d on d.org_id = c.org_id and d.folder_id = c.folder_id
      )
      select case when not is_private then command_id end as command_id,
        case when not is_private then name end as name, case when not is_private then folder_name end as folder_name,
        not is_private and is_deleted as is_deleted,
        sum(all_time)::int as all_time, sum(past_month)::int as past_month
      from counted group by 1, 2, 3, 4
      order by past_month desc, all_time desc, name, command_id`,
  );
  return rows.map((row) => ({
    commandId: row.command_id,
    name: row.name,
    folderName: row.folder_name,
    orgId,
    allTime: row.all_time,
    pastMonth: row.past_month,
    isDeleted: row.is_deleted,
  }));
}
