import statement, { empty, join, type Sql as Statement } from 'sql-template-tag';
import {
  commandCounts,
  commandSources,
  FOLDER_COUNTS,
  folderSources,
  type GrantSource,
  levelOf,
  rankOf,
} from '@/server/access/grant-sources';
import { andChosenCommand, andChosenFolder, type Viewer } from '@/server/access/viewer';

/** Joins the membership `m` of a person in the organization of the command `c`. */
export const commandMembership = (person: Statement): Statement =>
  statement`left join membership m on m.org_id = c.org_id and m.user_id = ${person}`;

/** What some sources give of the subject in the outer query, one row each. */
const givenBy = (sources: readonly GrantSource[]): Statement =>
  join(
    sources.map(
      ({ role, level, groupId, folderId, table, gives }) => statement`
  select ${role} as role, ${levelOf(level)} as level, ${rankOf(level)} as rank,
    ${groupId} as group_id, ${folderId} as folder_id
  ${table === null ? empty : statement`from ${table}`} where ${gives}`,
    ),
    ' union all ',
  );

/** What the grants on the command `c` give a person, one row each, with whether each currently counts. */
const ownGrants = (person: Statement): Statement => {
  const { byOrg, byCreating, granted } = commandSources(person);
  return statement`select given.*, ${commandCounts(statement`given.level`)} as counts
    from (${givenBy([byOrg, byCreating, ...granted])}) given`;
};

/**
 * The same of the command that a copycat follows; none if that was deleted.
 *
 * @param org, followed SQL expressions that are columns of the outer query
 */
export const grantsOnFollowed = (
  person: Statement,
  org = statement`c.org_id`,
  followed = statement`c.follows_command_id`,
): Statement => statement`
  select grants.* from (select ${org}, ${followed}) followed (org_id, command_id)
  cross join lateral (
    select grants.* from command c ${commandMembership(person)}
    cross join lateral (${ownGrants(person)}) grants
    where c.org_id = followed.org_id and c.command_id = followed.command_id and c.deleted_at is null
  ) grants`;

/**
 * A person's role on the command that a copycat follows; null without one. Nobody has a copycat without the original, and
 * an engineer of the original is its engineer (decision 0320).
 */
const roleOnFollowed = (...of: Parameters<typeof grantsOnFollowed>): Statement => statement`(
  select grants.role from (${grantsOnFollowed(...of)}) grants where grants.counts order by grants.role limit 1)`;

/**
 * Every source that gives a person access to the command `c`, one row each, with whether it currently counts. The
 * strongest of those that count decides: the highest role, and among equal roles the lowest `rank`.
 *
 * @param person an SQL expression of the person's id, such as a bound value
 */
export const commandGrants = (person: Statement): Statement => statement`
  select coalesce(followed.role, given.role) as role,
    given.level, given.rank, given.group_id, given.folder_id,
    given.counts and (c.follows_command_id is null or followed.role is not null) as counts
  from (${ownGrants(person)}) given
  cross join lateral (select case when c.follows_command_id is not null then
    ${roleOnFollowed(person)} end as role offset 0) followed`;

/** Whether a person would have the copycat `c`, if they had the command that it follows. */
export const hasCopycat = (person: Statement): Statement =>
  statement`exists (select from (${ownGrants(person)}) grants where grants.counts)`;

/**
 * Access to commands, as one piece of SQL: for the command `c` and a viewer it joins `access`, with the highest role and
 * its source, both null without access. A signed-out caller has no access.
 */
export const commandAccess = (viewer: Viewer): Statement => statement`
  ${commandMembership(viewer.person)}
  left join lateral (
    select grants.role, grants.level
    from (${commandGrants(viewer.person)}) grants
    where grants.counts ${andChosenCommand(viewer)}
    order by grants.role, grants.rank
    limit 1
  ) access on true`;

/** Which commands the viewer of `commandAccess` may see. */
export const COMMAND_VISIBLE = statement`(access.role is not null or c.visibility in ('public', 'store'))`;

/**
 * All commands of an organization that a viewer has access to, with the highest role and its source: the same decision
 * as `commandAccess`, made for all commands in one pass, for lists. It reads the same sources. For an admin of the
 * organization only two of them matter, and no command has both. A test compares the two implementations.
 *
 * @param org an SQL expression of the organization's id, such as a bound value
 */
export const commandRoles = (viewer: Viewer, org: Statement): Statement => {
  const { person } = viewer;
  refuseInnerNames(person, org);
  const { byOrg, byCreating, granted } = commandSources(person);
  const isAdmin = statement`coalesce(m.state = 'active' and m.role = 'admin', false)`;
  const commandsBy = ({ role, level, table, gives }: GrantSource): Statement => statement`
    select c.command_id, c.follows_command_id, ${role} as role, ${levelOf(level)} as level, ${rankOf(level)} as rank
    from command c ${table === null ? empty : statement`join ${table} on ${gives}`}
    where c.org_id = ${org} and c.deleted_at is null and ${commandCounts(levelOf(level))}
      ${table === null ? statement`and ${gives}` : empty} ${andChosenCommand(viewer)}`;
  // The role on the followed command is looked up only for copycats, whose number Postgres knows. In a column of all rows,
  // Postgres would expect that work for each of them, and join the commands to everything else one by one.
  return statement`
  with given as (
    select any_given.command_id, any_given.follows_command_id is not null as is_copycat, any_given.role, any_given.level
    from (select) one left join membership m on m.org_id = ${org} and m.user_id = ${person}
    cross join lateral (
      ${commandsBy(byOrg)} and ${isAdmin}
      union all ${commandsBy(byCreating)} and c.visibility = 'justme' and ${isAdmin}
      union all (
      select distinct on (any_of.command_id)
        any_of.command_id, any_of.follows_command_id, any_of.role, any_of.level, any_of.rank
      from (${join([byCreating, ...granted].map(commandsBy), ' union all ')}) any_of
      where not ${isAdmin}
      order by any_of.command_id, case when any_of.follows_command_id is null then any_of.role end, any_of.rank)
    ) any_given
  )
  select given.command_id, given.role, given.level from given where not given.is_copycat
  union all
  select copycats.command_id, copycats.role, copycats.level from (
    select given.command_id, given.level, ${roleOnFollowed(person, org, statement`copycat.follows_command_id`)} as role
    from given
    join command copycat on copycat.command_id = given.command_id and copycat.follows_command_id is not null
    offset 0
  ) copycats
  where copycats.role is not null`;
};

/**
 * Everything that gives a person the commands of an organization, one row per command and source: what `commandGrants`
 * says of one command, for all of them in one pass, and only what counts. A test compares the two.
 *
 * @param org an SQL expression of the organization's id, such as a bound value
 */
export const grantsByCommand = (person: Statement, org: Statement): Statement => {
  refuseInnerNames(person, org);
  const { byOrg, byCreating, granted } = commandSources(person);
  const rowsBy = ({ role, level, table, gives, groupId, folderId }: GrantSource): Statement => statement`
    select c.command_id, ${role} as role, ${levelOf(level)} as level, ${rankOf(level)} as rank,
      ${groupId} as group_id, ${folderId} as folder_id
    from command c ${table === null ? empty : statement`join ${table} on ${gives}`}
    where c.org_id = ${org} and c.deleted_at is null and ${commandCounts(levelOf(level))}
      ${table === null ? statement`and ${gives}` : empty}`;
  return statement`select grants.*
    from (select) one left join membership m on m.org_id = ${org} and m.user_id = ${person}
    cross join lateral (${join([byOrg, byCreating, ...granted].map(rowsBy), ' union all ')}) grants`;
};

/** Refuses expressions that name other rows in here: a person `m.user_id` would be everyone. */
function refuseInnerNames(...expressions: readonly Statement[]): void {
  for (const { sql } of expressions)
    if (/\b[cm]\./.test(sql)) throw new Error(`${sql} means another row within this statement`);
}

/** Only the ids of `commandRoles`, for use in conditions. */
export const accessibleCommands = (viewer: Viewer, org: Statement): Statement =>
  statement`select roles.command_id from (${commandRoles(viewer, org)}) roles`;

/** Joins the membership `m` of a person in the organization of the folder `f`. */
export const folderMembership = (person: Statement): Statement =>
  statement`left join membership m on m.org_id = f.org_id and m.user_id = ${person}`;

/** Every source that gives a person a role on the folder `f`, in the same way. */
export const folderGrants = (person: Statement): Statement => statement`
  select given.*, ${FOLDER_COUNTS} as counts from (${givenBy(folderSources(person))}) given`;

/** Access to folders, in the same way: for the folder `f` and a viewer it joins `access`, with the highest role. */
export const folderAccess = (viewer: Viewer): Statement => statement`
  ${folderMembership(viewer.person)}
  left join lateral (
    select grants.role
    from (${folderGrants(viewer.person)}) grants
    where grants.counts ${andChosenFolder(viewer)}
    order by grants.role
    limit 1
  ) access on true`;
