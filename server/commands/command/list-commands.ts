import statement, { empty, join, type Sql as Statement } from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import {
  type listCommands as listCommandsOperation,
  MOST_COMMANDS,
  type readCommandSummary as readSummaryOperation,
} from '@/lib/contract/library/commands';
import { commandsFromOutside } from '@/server/access/grants';
import { idsThatDecide } from '@/server/access/people/people';
import {
  firstPeopleOf,
  listed,
  loadPeople,
  type PeopleByOrg,
  peopleOf,
} from '@/server/access/people/people-of-commands';
import { accessibleCommands, COMMAND_VISIBLE, commandAccess, commandRoles } from '@/server/access/scope';
import { anyone, viewerOf } from '@/server/access/viewer';
import { adHocSql } from '@/server/base/database/db';
import { column, query, queryMany } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';
import {
  type CommandSummary,
  NO_RUN,
  SUMMARY,
  type SummaryRow,
  summaryOf,
  summarySql,
  withLatestRuns,
} from '@/server/commands/command/summary';
import type { Context } from '@/server/operations/context';
import { type FilterFields, filterSql, parseFilter, sortSql } from '@/server/operations/list-filter';

const ROWS_A_PAGE = 25;

type ListQuery = Context<typeof listCommandsOperation>['query'];

/** The library shows at most this many people per command. */
const FACES = 3;

const hasAccess = (column: string) => `case when access.role is not null then ${column} end`;

/** Runs of the past 30 days, counted by day as for Home. */
const RECENT_RUNS = `(select sum(f.runs) from command_figure f
  where f.org_id = c.org_id and f.command_id = c.command_id and f.span = 'day'
    and f.slot_at >= now() - interval '30 days' and f.trigger not in ('dropdown', 'startup'))`;

/** As `summaryOf` returns them: what it hides can be neither filtered nor sorted by. */
const FIELDS: FilterFields = {
  kit_id: 'c.command_id',
  name: 'c.name',
  cloud_name: `coalesce(${hasAccess('t.cloud_name')}, '')`,
  directory_id: hasAccess('c.folder_id'),
  directory_name: hasAccess('f.name'),
  visibility: 'c.visibility',
  is_hidden: { flag: 'c.is_hidden' },
  is_deleted: { flag: '(c.deleted_at is not null)' },
  last_run_at: 'latest.started_at',
  recent_runs: hasAccess(RECENT_RUNS),
  anchor_run_on_startup: { flag: 't.run_on_startup' },
};

/** The same of commands of other organizations, whose folders are not shown. */
const FIELDS_FROM_OUTSIDE: FilterFields = {
  ...FIELDS,
  directory_id: 'null::int',
  directory_name: 'null::text',
};

/**
 * Commands of other organizations that were granted to a person who is not a member there. The grant is their only way
 * in, so these commands are listed in the library of each of the person's own organizations. Few people have any, and
 * planning the statement takes longer than a short list, so it runs only for them.
 *
 * @param end more conditions, the order, and the limit
 */
async function grantedFromOutside(actor: Person, orgId: string, end: Statement): Promise<SummaryRow[]> {
  const granted = await query({ command_id: column.int }, commandsFromOutside(actor.userId, orgId));
  if (granted.length === 0) return [];
  const ids = granted.map(({ command_id }) => command_id);
  return query(
    SUMMARY,
    statement`${summarySql(commandAccess(viewerOf(actor)))}
      where c.command_id = any(${ids}::int[]) and c.deleted_at is null and access.role is not null ${end}`,
    adHocSql,
  );
}

/** Filters such as `user_id:demo-ana` name people; the others, columns. */
function sortedFilters(filters: readonly string[]): { userIds: string[]; others: string[] } {
  const isPerson = (filter: string) => {
    const { field, isNot, operator } = parseFilter(filter);
    return field === 'user_id' && !isNot && operator === null;
  };
  return {
    userIds: filters.filter(isPerson).map((filter) => parseFilter(filter).value),
    others: filters.filter((filter) => !isPerson(filter)),
  };
}

/** Of the caller's own commands and those granted from outside, which others have, too. */
function alsoHad(userIds: readonly string[], orgId: string): { own: Statement; granted: Statement } {
  const both = (had: (userId: string) => Statement): Statement =>
    userIds.length === 0 ? empty : join(userIds.map(had), ' and ', ' and ');
  return {
    own: both((userId) => {
      const theirs = accessibleCommands(anyone(statement`${userId}`), statement`${orgId}`);
      return statement`c.command_id in (${theirs})`;
    }),
    granted: both((userId) => statement`c.command_id = any(array(${commandsFromOutside(userId, orgId)}))`),
  };
}

/** The rows to load: all, which fails if there are too many, or one page. */
function windowOf({ page, per_page }: ListQuery): { from: number; to: number; isPage: boolean } {
  if (page === undefined && per_page === undefined) return { from: 0, to: MOST_COMMANDS + 1, isPage: false };
  const rows = per_page ?? ROWS_A_PAGE;
  const from = (page ?? 0) * rows;
  if (from < MOST_COMMANDS) return { from, to: from + rows, isPage: true };
  throw new AppError('invalid', `Pages end at ${MOST_COMMANDS} commands. Narrow the list with filter.`);
}

/** Whether a list is sorted or filtered by the last run of each command. */
const isByLastRun = ({ filter = [], sort, sortDesc }: ListQuery): boolean =>
  [sort, sortDesc, ...filter.map((each) => parseFilter(each).field)].includes('last_run_at');

/**
 * Returns the commands that the caller may see: the organization's own first, then those granted by others; never
 * deleted ones. The filter `user_id` keeps those that this person has, too. Runs a constant number of queries.
 */
export async function listCommands({
  actor,
  subject: { orgId, role },
  query: wanted,
}: Pick<Context<typeof listCommandsOperation>, 'actor' | 'subject' | 'query'>): Promise<CommandSummary[]> {
  const { from, to, isPage } = windowOf(wanted);
  const { userIds, others } = sortedFilters(wanted.filter ?? []);
  const had = alsoHad(userIds, orgId);
  const endOf = (fields: FilterFields): Statement => {
    const order = sortSql(wanted, fields, 'lower(c.name), c.command_id');
    return statement`${filterSql(others, fields)} order by ${order} limit ${to}`;
  };
  const roles = commandRoles(viewerOf(actor), statement`${orgId}`);
  const isCutFirst = isPage && !isByLastRun(wanted);
  const selected = statement`
    ${summarySql(statement`left join (${roles}) access on access.command_id = c.command_id`, isCutFirst ? NO_RUN : undefined)}
    where c.org_id = ${orgId} and c.deleted_at is null and ${COMMAND_VISIBLE}${had.own}
      ${endOf(FIELDS)}`;
  const [own, granted, everybody] = await Promise.all([
    queryMany(SUMMARY, isCutFirst ? withLatestRuns(selected) : selected, adHocSql),
    role === null
      ? []
      : grantedFromOutside(actor, orgId, statement`${had.granted} ${endOf(FIELDS_FROM_OUTSIDE)}`),
    // An admin has all commands, so their people are loaded meanwhile.
    isPage || role !== 'admin' ? null : loadPeople([orgId], 'all'),
  ]);
  const rows = [...own, ...granted].slice(from, to);
  if (rows.length > MOST_COMMANDS) {
    throw new AppError(
      'invalid',
      `There are more than ${MOST_COMMANDS} commands. Narrow the list with filter, or ask for a page.`,
    );
  }
  const isOwn = ({ org_id }: SummaryRow) => org_id === orgId;
  const people = new Map([
    ...(everybody ?? (await peopleOfRows(rows.filter(isOwn)))),
    ...(await peopleOfRows(rows.filter((row) => !isOwn(row)))),
  ]);
  const listedOf = (row: SummaryRow) =>
    wanted.people === 'brief' ? firstPeopleOf(people, row, FACES) : listed(peopleOf(people, row));
  return rows.map((row) => summaryOf(row, listedOf(row), orgId));
}

/** From this many commands on, all grants of their organizations are read at once. */
const FEW = 500;

function peopleOfRows(rows: readonly SummaryRow[]): Promise<PeopleByOrg> {
  const orgIds = [...new Set(rows.map(({ org_id }) => org_id))];
  return loadPeople(orgIds, rows.length > FEW ? 'all' : { commandIds: idsThatDecide(rows) });
}

export async function readCommandSummary({
  actor,
  subject,
}: Pick<Context<typeof readSummaryOperation>, 'actor' | 'subject'>): Promise<CommandSummary> {
  const [row] = await query(
    SUMMARY,
    statement`${summarySql(commandAccess(viewerOf(actor)))}
      where c.org_id = ${subject.orgId} and c.command_id = ${subject.commandId}`,
  );
  if (row === undefined) throw notFound();
  const people = await loadPeople([row.org_id], { commandIds: idsThatDecide([row]) });
  return summaryOf(row, listed(peopleOf(people, row)), subject.orgId);
}
