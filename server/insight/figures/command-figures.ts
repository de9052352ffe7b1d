import statement from 'sql-template-tag';
import type {
  commandFigures,
  listCommandFigures as listCommandFiguresOperation,
} from '@/lib/contract/insight/working';
import type { Decoded } from '@/lib/wire/wire';
import { column, queryMany } from '@/server/base/database/statements';
import { isCounted, OUTCOMES, SUMS } from '@/server/insight/figures/counting/counted';
import { countedCommands, idOfShown } from '@/server/insight/figures/counting/counted-commands';
import { periodOf } from '@/server/insight/figures/counting/days';
import { figuresIn } from '@/server/insight/figures/counting/slots';
import { PERCENTILES, percentileBuckets, timesOf } from '@/server/insight/figures/counting/times';
import type { Context } from '@/server/operations/context';

const COMMAND = {
  shown_id: column.int,
  name: column.text.nullable(),
  folder_name: column.text.nullable(),
  is_deleted: column.boolean,
  ...OUTCOMES,
  ...PERCENTILES,
};

/** How the runs of each command ended, and how long they took. */
export async function listCommandFigures({
  actor,
  subject: { orgId },
  query: wanted,
}: Context<typeof listCommandFiguresOperation>): Promise<Decoded<typeof commandFigures>[]> {
  const periods = [periodOf(wanted)];
  const rows = await queryMany(
    COMMAND,
    statement`with commands as materialized (${countedCommands(orgId, actor.userId)}),
      counted as (
        select f.command_id, ${SUMS} from ${figuresIn('command_figure', orgId, periods)}
        where ${isCounted(wanted)} group by 1
      ), shown as (
        select c.shown_id, c.name, c.folder_name, c.is_deleted, sum(success)::int as success,
          sum(failed)::int as failed, sum(canceled)::int as canceled
        from counted join commands c using (command_id) group by 1, 2, 3, 4
      ), timed as (${percentileBuckets(statement`
        select c.shown_id as key, t.bucket, sum(t.taken) as taken, sum(t.waited) as waited
        from (
          select f.command_id, f.bucket, sum(f.taken) as taken, sum(f.waited) as waited
          from ${figuresIn('command_time', orgId, periods)} group by 1, 2
        ) t join commands c using (command_id) group by 1, 2`)})
      select shown.*, timed.taken_50, timed.taken_95, timed.waited_50, timed.waited_95
      from shown left join timed on timed.key = shown.shown_id
      order by failed desc, success desc, name, shown_id`,
  );
  return rows.map((row) => ({
    commandId: idOfShown(row.shown_id),
    name: row.name,
    folderName: row.folder_name,
    isDeleted: row.is_deleted,
    success: row.success,
    failed: row.failed,
    canceled: row.canceled,
    ...timesOf(row),
  }));
}
