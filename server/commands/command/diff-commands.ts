import statement, { type Sql as Statement } from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { diffCommands as diffCommandsOperation } from '@/lib/contract/library/drilldown';
import { commandsBothHaveFromOutside } from '@/server/access/grants';
import { idsThatDecide } from '@/server/access/people/people';
import { firstPeopleOf, loadPeople, type PeopleByOrg } from '@/server/access/people/people-of-commands';
import { commandAccess, commandRoles, folderAccess } from '@/server/access/scope';
import { anyone, viewerOf } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { accessOfMember } from '@/server/commands/command/member-access';
import { promisedTo } from '@/server/commands/command/promised-access';
import {
  type CommandSummary,
  NO_RUN,
  SUMMARY,
  type SummaryRow,
  summaryOf,
  summarySql,
} from '@/server/commands/command/summary';
import type { Context } from '@/server/operations/context';
import { readMemberOf } from '@/server/people/members/list-members';

/** A whole list holds at most this many rows. */
const MOST_ROWS = 10_000;
/** From this many commands on, all grants are read at once. */
const FEW = 500;
/** At most this many people are named per role; the counts include all. */
const MOST_NAMED = 3;

/** Who looks at whom, in which organization. */
interface Compared {
  viewer: Person;
  orgId: string;
  otherId: string;
}

/**
 * What the other person has in the organization, with the viewer's own access. Private commands stay private; hidden ones,
 * which still run for everyone who has them, are listed for viewers who have them, too.
 */
function ownOf({ viewer, orgId, otherId }: Compared): Statement {
  const org = statement`${orgId}`;
  const access = statement`left join (${commandRoles(viewerOf(viewer), org)}) access
    on access.command_id = c.command_id`;
  return statement`${summarySql(access, NO_RUN)}
    join (${commandRoles(anyone(statement`${otherId}`), org)}) theirs on theirs.command_id = c.command_id
    where c.org_id = ${orgId} and c.deleted_at is null
      and (access.role is not null or (c.visibility <> 'justme' and not c.is_hidden))
    order by lower(c.name), c.command_id limit ${MOST_ROWS + 1}`;
}

/**
 * Commands of other organizations that both were granted as outsiders. Nobody learns about those that only the other
 * person has.
 */
const fromOutside = ({ viewer, orgId, otherId }: Compared): Statement => statement`
  ${summarySql(commandAccess(viewerOf(viewer)), NO_RUN)}
  where c.org_id <> ${orgId} and c.deleted_at is null and not c.is_hidden and access.role is not null
    and c.command_id = any(array(${commandsBothHaveFromOutside(viewer.userId, otherId)}))
  order by lower(c.name), c.command_id`;

/** The folders that the other person has a role on. */
const foldersOf = ({ orgId, otherId }: Compared) =>
  query(
    { folderId: column.int, name: column.text },
    statement`select f.folder_id as "folderId", f.name
      from folder f ${folderAccess(anyone(statement`${otherId}`))}
      where f.org_id = ${orgId} and access.role is not null order by lower(f.name), f.folder_id`,
  );

/** The groups that the other person is in. */
const groupsOf = ({ orgId, otherId }: Compared) =>
  query(
    { groupId: column.text, name: column.text },
    statement`select g.group_id as "groupId", g.name from group_member gm
      join user_group g on g.org_id = gm.org_id and g.group_id = gm.group_id
      where gm.org_id = ${orgId} and gm.user_id = ${otherId} order by lower(g.name), g.group_id`,
  );

/** Compares two people's commands, in a constant number of queries. */
export async function diffCommands({ actor, subject, params }: Context<typeof diffCommandsOperation>) {
  const { orgId } = subject;
  const member = await readMemberOf(orgId, params.userId);
  const compared = { viewer: actor, orgId, otherId: member.userId };
  // An admin has nearly everything, so the people of all commands are read at the same time.
  const [own, outside, folders, groups, promised, access, everybody] = await Promise.all([
    query(SUMMARY, ownOf(compared)),
    member.isDeleted || member.isPending ? [] : query(SUMMARY, fromOutside(compared)),
    foldersOf(compared),
    member.isDeleted ? [] : groupsOf(compared),
    member.isPending && !member.isDeleted ? promisedTo(orgId, member.userId) : [],
    accessOfMember(orgId, member.userId),
    member.role === 'admin' ? loadPeople([orgId], 'all') : null,
  ]);
  if (own.length > MOST_ROWS) {
    throw new AppError('invalid', `There are more than ${MOST_ROWS} commands.`);
  }
  const [people, outsidePeople] = await Promise.all([
    everybody ?? loadPeople([orgId], own.length > FEW ? 'all' : { commandIds: idsThatDecide(own) }),
    loadPeople([...new Set(outside.map(({ org_id }) => org_id))], { commandIds: idsThatDecide(outside) }),
  ]);
  const mine = own.filter(({ role }) => role !== null);
  const theirs = own.filter(({ role }) => role === null);
  return {
    both: [
      ...mine.map((row) => briefly(row, people, orgId)),
      ...outside.map((row) => briefly(row, outsidePeople, orgId)),
    ],
    justThem: theirs.map((row) => requestable(row, people, orgId)),
    folders,
    groups,
    promised,
    access: shownAccess(access, mine, theirs),
  };
}

/** Of commands that the viewer doesn't have, only the role is shown, as with everyone who has them. */
function shownAccess(
  access: Awaited<ReturnType<typeof accessOfMember>>,
  mine: readonly SummaryRow[],
  theirs: readonly SummaryRow[],
) {
  const [own, other] = [mine, theirs].map((rows) => new Set(rows.map(({ command_id }) => command_id)));
  return access.flatMap((each) => {
    if (own?.has(each.commandId)) return [each];
    return other?.has(each.commandId) ? [{ ...each, grants: [] }] : [];
  });
}

function briefly(row: SummaryRow, people: PeopleByOrg, orgId: string): CommandSummary {
  return summaryOf(row, firstPeopleOf(people, row, MOST_NAMED, 'each'), orgId);
}

/** What members see of a command that they may ask for: its name, its folder, and who has it. */
function requestable(row: SummaryRow, people: PeopleByOrg, orgId: string): CommandSummary {
  const seen = briefly({ ...row, role: 'runner', level: 'user_kit' }, people, orgId);
  return {
    ...seen,
    description: null,
    cloudName: '',
    sourceName: '',
    hasAccess: false,
    role: null,
    accessLevel: null,
    lastRunAt: null,
    lastRunStatus: null,
    lastRunEndReason: null,
    template: { ...seen.template, startupValues: null, warningTag: null },
  };
}
