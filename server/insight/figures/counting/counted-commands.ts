import statement, { type Sql as Statement } from 'sql-template-tag';

/**
 * The commands of an organization as figures name them to an admin, deleted ones included: all private commands of other
 * people have `shown_id` 0 and no name, so that grouped by it they are one.
 */
export const countedCommands = (orgId: string, userId: string): Statement => statement`
  select c.command_id, case when p.is_private then 0 else c.command_id end as shown_id,
    case when not p.is_private then c.name end as name, case when not p.is_private then d.name end as folder_name,
    not p.is_private and c.deleted_at is not null as is_deleted, c.created_at
  from command c
  cross join lateral (select c.visibility = 'justme' and c.created_by_user_id <> ${userId} as is_private) p
  left join folder d on d.org_id = c.org_id and d.folder_id = c.folder_id
  where c.org_id = ${orgId}`;

/** The id of such a command; null for the private ones of other people. */
export const idOfShown = (shownId: number): number | null => (shownId === 0 ? null : shownId);
