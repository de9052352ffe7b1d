import {
  type listCommands as listCommandsOperation,
  MOST_COMMANDS,
  type readCommandSummary as readSummaryOperation,
} from '@/lib/contract/commands';
import { COMMAND_VISIBLE, commandAccess, commandRoles } from '@/server/access/scope';
import { firstPeopleOf, listed, loadPeople, peopleOf } from '@/server/commands/people-of-commands';
import { type CommandSummary, type SummaryRow, summaryOf, summarySql } from '@/server/commands/summary';
import { adHocSql, sql } from '@/server/db';
import { AppError, notFound } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { type FilterFields, filterSql, sortSql } from '@/server/http/list-filter';

const ROWS_A_PAGE = 25;

type ListQuery = Context<typeof listCommandsOperation>['query'];

/** As many people as the library has room for. */
const FACES = 3;

const FIELDS: FilterFields = {
  kit_id: 'c.command_id',
  name: 'c.name',
  cloud_name: 't.cloud_name',
  directory_id: 'c.folder_id',
  directory_name: 'f.name',
  visibility: 'c.visibility',
  is_hidden: 'c.is_hidden',
  is_deleted: '(c.deleted_at is not null)',
  last_run_at: 'latest.started_at',
  anchor_run_on_startup: 't.run_on_startup',
};

/**
 * Commands of other organizations that were granted to somebody who is no member there: the grant is their
 * only way in, so they stand in the library of whichever organization of theirs they are looking at.
 */
const GRANTED_FROM_OUTSIDE = `
  c.command_id = any(array(
    select g.command_id from command_user_grant g
    where g.user_id = $1 and g.org_id <> $2 and not exists (
      select 1 from membership m where m.org_id = g.org_id and m.user_id = $1)))`;

/** Which rows are asked for: all, of which there may be too many, or those of a page. */
function windowOf({ page, per_page }: ListQuery): { from: number; to: number; isPage: boolean } {
  if (page === undefined && per_page === undefined) return { from: 0, to: MOST_COMMANDS + 1, isPage: false };
  const rows = per_page ?? ROWS_A_PAGE;
  const from = (page ?? 0) * rows;
  if (from < MOST_COMMANDS) return { from, to: from + rows, isPage: true };
  throw new AppError('invalid', `Pages end at ${MOST_COMMANDS} commands. Narrow the list with filter.`);
}

/**
 * The commands that the caller may see, first the organization's own, then what others granted; never the deleted
 * ones. A constant number of queries.
 */
export async function listCommands({
  actor,
  subject,
  query,
}: Context<typeof listCommandsOperation>): Promise<CommandSummary[]> {
  const { from, to, isPage } = windowOf(query);
  const filter = filterSql(query.filter ?? [], FIELDS, 3);
  const end = `${filter.sql} order by ${sortSql(query, FIELDS, 'lower(c.name), c.command_id')} limit ${to}`;
  const values = [actor.userId, subject.orgId, ...filter.values];
  const roles = `left join (${commandRoles('$1', '$2')}) access on access.command_id = c.command_id`;
  const [own, granted, everybody] = await Promise.all([
    adHocSql.query<SummaryRow>(
      `${summarySql(roles)} where c.org_id = $2 and c.deleted_at is null and ${COMMAND_VISIBLE}${end}`,
      values,
    ),
    subject.role === null
      ? []
      : adHocSql.query<SummaryRow>(
          `${summarySql(commandAccess('$1'))}
           where ${GRANTED_FROM_OUTSIDE} and c.deleted_at is null and access.role is not null${end}`,
          values,
        ),
    isPage ? undefined : loadPeople([subject.orgId], 'all'),
  ]);
  const rows = [...own, ...granted].slice(from, to);
  if (rows.length > MOST_COMMANDS) {
    throw new AppError(
      'invalid',
      `There are more than ${MOST_COMMANDS} commands. Narrow the list with filter, or ask for a page.`,
    );
  }
  const people =
    everybody === undefined
      ? await loadPeople(orgsOf(rows), { commandIds: idsOf(rows) })
      : new Map([...everybody, ...(await loadPeople(orgsOf(granted), { commandIds: idsOf(granted) }))]);
  const listedOf = (row: SummaryRow) =>
    query.people === 'brief' ? firstPeopleOf(people, row, FACES) : listed(peopleOf(people, row));
  return rows.map((row) => summaryOf(row, listedOf(row), subject.orgId));
}

const orgsOf = (rows: readonly SummaryRow[]): string[] => [...new Set(rows.map(({ org_id }) => org_id))];

const idsOf = (rows: readonly SummaryRow[]): number[] => rows.map(({ command_id }) => command_id);

export async function readCommandSummary({
  actor,
  subject,
}: Context<typeof readSummaryOperation>): Promise<CommandSummary> {
  const person = actor.kind === 'person' ? actor.userId : null;
  const [row] = await sql.query<SummaryRow>(
    `${summarySql(commandAccess('$1'))} where c.org_id = $2 and c.command_id = $3`,
    [person, subject.orgId, subject.commandId],
  );
  if (row === undefined) throw notFound();
  const people = await loadPeople([row.org_id], { commandIds: [row.command_id] });
  return summaryOf(row, listed(peopleOf(people, row)), subject.orgId);
}
