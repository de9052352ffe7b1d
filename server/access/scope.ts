import statement, { type Sql as Statement } from 'sql-template-tag';

/** Joins the membership `m` of a person in the organization of the command `c`. */
export const commandMembership = (person: Statement): Statement =>
  statement`left join membership m on m.org_id = c.org_id and m.user_id = ${person}`;

/**
 * All that ever gave a person something of the command `c`, one row each, with whether it counts as things
 * stand. It is the only place that knows which grants count (decisions §4):
 *
 * - `justme` is its creator's alone; not even an org admin has it.
 * - A member whose membership is deleted or pending has nothing, whatever grants are left.
 * - Somebody without a membership is an outsider: own grants on single commands are their only way in.
 *
 * The strongest of those that count decides: the highest role, and of equal ones the lowest `rank`.
 *
 * @param person an SQL expression of the person's id, such as a bound value
 */
export const commandGrants = (person: Statement): Statement => statement`
  select 'admin'::access_role as role, 'org' as level, 1 as rank, null::text as group_id, null::int as folder_id,
      m.state = 'active' and c.visibility <> 'justme' as counts
    where m.role = 'admin'
  union all
  select 'admin', 'creator', 2, null, null, m.state = 'active'
    where c.created_by_user_id = ${person}
  union all
  select g.role, 'user_kit', 3, null, null,
      (m.state = 'active' or m.state is null) and c.visibility <> 'justme'
    from command_user_grant g
    where g.org_id = c.org_id and g.command_id = c.command_id and g.user_id = ${person}
  union all
  select g.role, 'kit', 4, g.group_id, null, m.state = 'active' and c.visibility <> 'justme'
    from command_group_grant g
    join group_member gm on gm.org_id = g.org_id and gm.group_id = g.group_id and gm.user_id = ${person}
    where g.org_id = c.org_id and g.command_id = c.command_id
  union all
  select g.role, 'dir', 5, null, g.folder_id, m.state = 'active' and c.visibility <> 'justme'
    from folder_user_grant g
    where g.org_id = c.org_id and g.folder_id = c.folder_id and g.user_id = ${person}
  union all
  select g.role, 'dir', 5, g.group_id, g.folder_id, m.state = 'active' and c.visibility <> 'justme'
    from folder_group_grant g
    join group_member gm on gm.org_id = g.org_id and gm.group_id = g.group_id and gm.user_id = ${person}
    where g.org_id = c.org_id and g.folder_id = c.folder_id`;

/**
 * Access to commands, as one piece of SQL: for the command `c` and a person it joins `access`, with the
 * highest role and what gives it, both null without any. A signed-out caller is a null person, and gets nothing.
 */
export const commandAccess = (person: Statement): Statement => statement`
  ${commandMembership(person)}
  left join lateral (
    select grants.role, grants.level
    from (${commandGrants(person)}) grants
    where grants.counts
    order by grants.role, grants.rank
    limit 1
  ) access on true`;

/** Which commands the person of `commandAccess` may see. */
export const COMMAND_VISIBLE = statement`(access.role is not null or c.visibility in ('public', 'store'))`;

/**
 * All commands of an organization that a person has access to, with the highest role and what gives it: what
 * `commandAccess` decides for one command, decided for all of them in one pass, for lists. An admin of the
 * organization has them by that, whatever else they hold. A test holds the two against each other.
 *
 * @param org an SQL expression of the organization's id, such as a bound value
 */
export const commandRoles = (person: Statement, org: Statement): Statement => {
  const isAdmin = statement`exists (select 1 from membership a
    where a.org_id = ${org} and a.user_id = ${person} and a.state = 'active' and a.role = 'admin')`;
  return statement`
  select c.command_id, 'admin'::access_role as role,
      case when c.visibility = 'justme' then 'creator' else 'org' end as level
    from command c
    where c.org_id = ${org} and c.deleted_at is null and ${isAdmin}
      and (c.visibility <> 'justme' or c.created_by_user_id = ${person})
  union all (
  select distinct on (c.command_id) c.command_id, grants.role, grants.level
  from (
    select c.command_id, 'admin'::access_role as role, 'creator' as level, 2 as rank
      from command c where c.org_id = ${org} and c.created_by_user_id = ${person}
    union all
    select g.command_id, g.role, 'user_kit', 3
      from command_user_grant g where g.org_id = ${org} and g.user_id = ${person}
    union all
    select g.command_id, g.role, 'kit', 4
      from command_group_grant g
      join group_member gm on gm.org_id = g.org_id and gm.group_id = g.group_id
      where g.org_id = ${org} and gm.user_id = ${person}
    union all
    select c.command_id, g.role, 'dir', 5
      from folder_user_grant g
      join command c on c.org_id = g.org_id and c.folder_id = g.folder_id
      where g.org_id = ${org} and g.user_id = ${person}
    union all
    select c.command_id, g.role, 'dir', 5
      from folder_group_grant g
      join group_member gm on gm.org_id = g.org_id and gm.group_id = g.group_id
      join command c on c.org_id = g.org_id and c.folder_id = g.folder_id
      where g.org_id = ${org} and gm.user_id = ${person}
  ) grants
  join command c on c.org_id = ${org} and c.command_id = grants.command_id
  left join membership m on m.org_id = ${org} and m.user_id = ${person}
  where not ${isAdmin} and c.deleted_at is null
    and (m.state = 'active' or m.state is null and grants.level = 'user_kit')
    and (c.visibility <> 'justme' or grants.level = 'creator')
  order by c.command_id, grants.role, grants.rank)`;
};

/** The ids alone of `commandRoles`, for what is bounded by them. */
export const accessibleCommands = (person: Statement, org: Statement): Statement =>
  statement`select roles.command_id from (${commandRoles(person, org)}) roles`;

/** Joins the membership `m` of a person in the organization of the folder `f`. */
export const folderMembership = (person: Statement): Statement =>
  statement`left join membership m on m.org_id = f.org_id and m.user_id = ${person}`;

/** All that gives a person a role on the folder `f`, in the same way. Only active members have any. */
export const folderGrants = (person: Statement): Statement => statement`
  select 'admin'::access_role as role, 'org' as level, 1 as rank, null::text as group_id, m.state = 'active' as counts
    where m.role = 'admin'
  union all
  select g.role, 'dir', 2, null, m.state = 'active'
    from folder_user_grant g
    where g.org_id = f.org_id and g.folder_id = f.folder_id and g.user_id = ${person}
  union all
  select g.role, 'dir', 3, g.group_id, m.state = 'active'
    from folder_group_grant g
    join group_member gm on gm.org_id = g.org_id and gm.group_id = g.group_id and gm.user_id = ${person}
    where g.org_id = f.org_id and g.folder_id = f.folder_id`;

/** Access to folders, in the same way: for the folder `f` and a person it joins `access`, with the highest role. */
export const folderAccess = (person: Statement): Statement => statement`
  ${folderMembership(person)}
  left join lateral (
    select grants.role
    from (${folderGrants(person)}) grants
    where grants.counts
    order by grants.role
    limit 1
  ) access on true`;
