import statement from 'sql-template-tag';
import {
  type errorDetails,
  type readError as readErrorOperation,
  WEEKS_OF_ERROR,
} from '@/lib/contract/insight/errors';
import type { Decoded } from '@/lib/wire/wire';
import { PLACED_COLUMNS, PLACED_COMMAND } from '@/server/access/people/people';
import { peopleOfCommands } from '@/server/access/people/people-of-commands';
import { clock } from '@/server/base/clock';
import { column, query } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import { ERROR, errorColumns, errorOf, OF_ERROR } from '@/server/insight/errors/error-row';
import { type ErrorsOf, visibleHits } from '@/server/insight/errors/visible-errors';
import type { Context } from '@/server/operations/context';

/** The panel of an error names at most so many commands. */
const MOST_COMMANDS = 50;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

export const readError = ({ actor, subject, params }: Context<typeof readErrorOperation>) =>
  errorFor({ actor, subject }, params.errorId);

/** An error as a person sees it. Throws 404 if they don't. */
export async function errorFor(of: ErrorsOf, errorId: number): Promise<Decoded<typeof errorDetails>> {
  const { orgId } = of.subject;
  const [row] = await query(
    ERROR,
    statement`with ${visibleHits(of)}, seen as (${OF_ERROR} where h.error_group_id = ${errorId}::bigint group by 1)
      select ${errorColumns(MOST_COMMANDS)}
      from seen join error_group g on g.org_id = ${orgId} and g.error_group_id = seen.error_group_id`,
  );
  if (row === undefined) throw notFound();
  const [weeks, engineers] = await Promise.all([weeksOf(of, errorId), engineersOf(of, errorId)]);
  return { ...errorOf(row), weeks, engineers };
}

async function weeksOf(of: ErrorsOf, errorId: number) {
  const since = new Date(clock.nowMs() - (WEEKS_OF_ERROR - 1) * WEEK_MS);
  const rows = await query(
    { week_start: column.text, runs: column.int },
    statement`with ${visibleHits(of)}
      select to_char(date_trunc('week', d.day), 'YYYY-MM-DD') as week_start, sum(d.runs)::int as runs
      from error_day d
      where d.org_id = ${of.subject.orgId} and d.error_group_id = ${errorId}::bigint
        and d.command_id in (select command_id from named)
        and d.day >= date_trunc('week', ${since}::timestamptz at time zone 'UTC')
      group by 1 order by 1`,
  );
  return rows.map((row) => ({ weekStart: row.week_start, runs: row.runs }));
}

/** The engineers of the commands that an error hit and the person may see, by name. */
export async function engineersOf(of: ErrorsOf, errorId: number) {
  const commands = await query(
    PLACED_COMMAND,
    statement`with ${visibleHits(of)}
      select ${PLACED_COLUMNS} from command c
      where c.org_id = ${of.subject.orgId} and c.deleted_at is null
        and c.command_id in (select h.command_id from hit h where h.error_group_id = ${errorId}::bigint)`,
  );
  const people = [...(await peopleOfCommands(commands)).values()].flatMap((each) => each.people);
  const engineers = new Map(
    people.filter(({ role }) => role === 'admin').map(({ userId, name }) => [userId, { userId, name }]),
  );
  return [...engineers.values()].sort((one, other) => one.name.localeCompare(other.name));
}
