import statement, { type Sql as Statement } from 'sql-template-tag';
import type { listSavings as listSavingsOperation, monthOfSavings } from '@/lib/contract/insight/worth';
import type { Month } from '@/lib/figures/months';
import type { Decoded } from '@/lib/wire/wire';
import { column, queryMany } from '@/server/base/database/statements';
import { OUTCOME } from '@/server/insight/figures/counting/counted';
import { countedCommands, idOfShown } from '@/server/insight/figures/counting/counted-commands';
import { monthsIn } from '@/server/insight/figures/counting/days';
import { figuresIn } from '@/server/insight/figures/counting/slots';
import type { Context } from '@/server/operations/context';

const SAVED = {
  period: column.int,
  shown_id: column.int,
  name: column.text.nullable(),
  folder_name: column.text.nullable(),
  is_deleted: column.boolean,
  runs: column.int,
  minutes: column.int,
};

/** The months as `period`: their places, starts, and ends. */
const periods = (months: readonly Month[]): Statement => statement`unnest(
  ${months.map((_, index) => index)}::int[], ${months.map(({ startMs }) => new Date(startMs))}::timestamptz[],
  ${months.map(({ endMs }) => new Date(endMs))}::timestamptz[]) as period (at, start_at, end_at)`;

/**
 * What the runs of each command saved in each month: what their own results say, or else what an engineer of the command
 * estimates, who may change their mind on any day. Runs that fill dropdowns or run on startup save nobody anything. A
 * copy that follows another command has its estimate.
 */
export async function listSavings({
  actor,
  subject: { orgId },
  query: wanted,
}: Context<typeof listSavingsOperation>): Promise<Decoded<typeof monthOfSavings>[]> {
  const months = monthsIn(wanted);
  const rows = await queryMany(
    SAVED,
    statement`with estimates as materialized (
        select e.command_id, e.minutes_saved, e.since_at,
          lead(e.since_at, 1, 'infinity') over (partition by e.command_id order by e.since_at) as until_at
        from command_estimate e where e.org_id = ${orgId}
      ), estimated as materialized (
        select c.command_id, e.minutes_saved, e.since_at, e.until_at
        from command c join estimates e on e.command_id = coalesce(c.follows_command_id, c.command_id)
        where c.org_id = ${orgId} and e.minutes_saved is not null
      ), saved as (
        select slots.period, f.command_id, sum(f.runs) as runs, sum(f.runs * e.minutes_saved) as minutes
        from ${figuresIn('command_figure', orgId, months, statement`true`, 'day')}
        join estimated e on e.command_id = f.command_id and f.slot_at >= e.since_at and f.slot_at < e.until_at
        where ${OUTCOME.success} and f.trigger not in ('dropdown', 'startup')
        group by 1, 2
        union all
        select period.at, s.command_id, count(*), sum(s.minutes)
        from ${periods(months)} join run_saving s on s.org_id = ${orgId}
          and s.created_at >= period.start_at and s.created_at < period.end_at
        group by 1, 2
      )
      select saved.period, c.shown_id, c.name, c.folder_name, c.is_deleted,
        sum(saved.runs)::int as runs, round(sum(saved.minutes))::int as minutes
      from saved join (${countedCommands(orgId, actor.userId)}) c on c.command_id = saved.command_id
      group by 1, 2, 3, 4, 5 order by period, minutes desc, name, shown_id`,
  );
  return rows.map((row) => ({
    month: months[row.period]?.month ?? '',
    commandId: idOfShown(row.shown_id),
    name: row.name,
    folderName: row.folder_name,
    isDeleted: row.is_deleted,
    runs: row.runs,
    minutes: row.minutes,
  }));
}
