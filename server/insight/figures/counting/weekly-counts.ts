import statement, { type Sql as Statement } from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import { column, query } from '@/server/base/database/statements';
import { isCounted, type Switches } from '@/server/insight/figures/counting/counted';
import { type Days, weeksIn } from '@/server/insight/figures/counting/days';
import { figuresIn } from '@/server/insight/figures/counting/slots';
import { isUnlisted } from '@/server/insight/figures/counting/unlisted';

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
    statement`with counted as (
        select slots.period, ${part} as part, sum(f.runs) as runs, 0 as unlisted
        from ${figuresIn('org_figure', orgId, weeks)}
        where ${isCounted(wanted)} and ${which} group by 1, 2
        union all
        select slots.period, ${part} as part, 0 as runs, sum(f.runs) as unlisted
        from ${figuresIn('command_figure', orgId, weeks, isUnlisted(actor, orgId))}
        where ${isCounted(wanted)} and ${which} group by 1, 2
      )
      select period, part, sum(runs)::int as runs, sum(unlisted)::int as unlisted
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
