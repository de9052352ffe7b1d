import statement, { type Sql as Statement } from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import { accessibleCommands } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';
import { isCounted, type Switches } from '@/server/insight/figures/counted';
import { type Days, weeksIn } from '@/server/insight/figures/days';
import { inSlots, slotsIn } from '@/server/insight/figures/slots';

const COUNTS = { period: column.int, part: column.text, runs: column.int, unlisted: column.int };

export interface WeekOfPart<Part> {
  weekStart: string;
  part: Part;
  runs: number;
  /** How many of them History doesn't list for the person. */
  unlisted: number;
}

/**
 * Counts the runs of each week by a part of the figures, such as their trigger.
 *
 * @param part an SQL expression over the figure `f`
 * @param which a condition over the figure `f`
 * @param partOf turns what SQL returns into what is counted; several of them may become one
 */
export async function weeklyCounts<Part extends string>(
  actor: Person,
  orgId: string,
  wanted: Days & Switches,
  { part, which, partOf }: { part: Statement; which: Statement; partOf: (text: string) => Part },
): Promise<WeekOfPart<Part>[]> {
  const weeks = weeksIn(wanted);
  const rows = await query(
    COUNTS,
    statement`with listed as materialized (${accessibleCommands(viewerOf(actor), statement`${orgId}`)}),
      counted as (
        select slots.period, ${part} as part, f.command_id, sum(f.runs) as runs
        from ${slotsIn(weeks)} join command_figure f on ${inSlots(orgId)}
        where ${isCounted(wanted)} and ${which} group by 1, 2, 3
      )
      select period, part, sum(runs)::int as runs,
        coalesce(sum(runs) filter (where command_id not in (select command_id from listed)), 0)::int as unlisted
      from counted group by 1, 2 order by 1, 2`,
  );
  const counts = new Map<string, WeekOfPart<Part>>();
  for (const row of rows) {
    const weekStart = weeks[row.period]?.monday ?? '';
    const name = partOf(row.part);
    const before = counts.get(`${weekStart} ${name}`) ?? { weekStart, part: name, runs: 0, unlisted: 0 };
    counts.set(`${weekStart} ${name}`, {
      ...before,
      runs: before.runs + row.runs,
      unlisted: before.unlisted + row.unlisted,
    });
  }
  return [...counts.values()];
}
