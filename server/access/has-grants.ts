import statement, { type Sql as Statement } from 'sql-template-tag';

/** Whether anything of an organization has been shared with anyone, as an SQL expression. */
export const hasGrants = (orgId: string): Statement => statement`(
  exists (select 1 from command_user_grant g where g.org_id = ${orgId})
  or exists (select 1 from command_group_grant g where g.org_id = ${orgId})
  or exists (select 1 from folder_user_grant g where g.org_id = ${orgId})
  or exists (select 1 from folder_group_grant g where g.org_id = ${orgId}))`;
