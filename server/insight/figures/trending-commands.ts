import statement from 'sql-template-tag';
import type {
  listTrendingCommands as listTrendingCommandsOperation,
  trendingCommand,
} from '@/lib/contract/insight/analytics';
import type { Decoded } from '@/lib/wire/wire';
import { column, queryMany } from '@/server/base/database/statements';
import { isCounted } from '@/server/insight/figures/counting/counted';
import { countedCommands, idOfShown } from '@/server/insight/figures/counting/counted-commands';
import { pastMonth, periodOf } from '@/server/insight/figures/counting/days';
import { figuresIn } from '@/server/insight/figures/counting/slots';
import type { Context } from '@/server/operations/context';

const COMMAND = {
  shown_id: column.int,
  name: column.text.nullable(),
  folder_name: column.text.nullable(),
  is_deleted: column.boolean,
  all_time: column.int,
  past_month: column.int,
  in_days: column.int,
};

/**
 * Counts the runs of each command that was ever run, those with the most in the days of the request first. Other people's private
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
        select f.command_id, sum(f.runs) filter (where slots.period = 0) as past_month,
          sum(f.runs) filter (where slots.period = 1) as in_days
        from ${figuresIn('command_figure', orgId, [pastMonth(wanted.zone), periodOf(wanted)])}
        where ${isCounted(wanted)} group by 1
      )
      select c.shown_id, c.name, c.folder_name, c.is_deleted,
        sum(lasting.runs)::int as all_time, coalesce(sum(recent.past_month), 0)::int as past_month,
        coalesce(sum(recent.in_days), 0)::int as in_days
      from lasting left join recent on recent.command_id = lasting.command_id
      join (${countedCommands(orgId, actor.userId)}) c on c.command_id = lasting.command_id
      group by 1, 2, 3, 4
      order by in_days desc, past_month desc, all_time desc, name, shown_id`,
  );
  return rows.map((row) => ({
    commandId: idOfShown(row.shown_id),
    name: row.name,
    folderName: row.folder_name,
    orgId,
    allTime: row.all_time,
    pastMonth: row.past_month,
    inDays: row.in_days,
    isDeleted: row.is_deleted,
  }));
}
