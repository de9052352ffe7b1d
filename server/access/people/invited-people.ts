import statement, { join, type Sql as Statement } from 'sql-template-tag';
import { accessColumn } from '@/server/access/columns';
import { commandSources } from '@/server/access/grant-sources';
import { MEMBER_NAME } from '@/server/access/people/shown-name';
import { column, query } from '@/server/base/database/statements';

const INVITED = {
  userId: column.text,
  name: column.text,
  email: column.text.nullable(),
  role: accessColumn.role,
};

const invited = (grant: Statement): Statement => statement`
  select u.user_id as "userId", ${MEMBER_NAME} as name, u.email, g.role
  from ${grant} g
  join membership m on m.org_id = g.org_id and m.user_id = g.user_id and m.state = 'pending'
  join "user" u on u.user_id = g.user_id`;

/**
 * Returns the people who have a grant on a command but have not joined the organization yet, by name. They can do nothing
 * until they join, and can then do what the grant says.
 */
export const invitedPeople = (orgId: string, commandId: number) =>
  query(
    INVITED,
    statement`${invited(statement`command_user_grant`)}
     where g.org_id = ${orgId} and g.command_id = ${commandId} order by name, u.user_id`,
  );

/** The same of a folder. */
export const invitedToFolder = (orgId: string, folderId: number) =>
  query(
    INVITED,
    statement`${invited(statement`folder_user_grant`)}
     where g.org_id = ${orgId} and g.folder_id = ${folderId} order by name, u.user_id`,
  );

/**
 * The commands that an invited person gets once they join, as far as others may know of them: one row per command and grant.
 *
 * @param person, org SQL expressions, such as bound values
 */
export const promisedByCommand = (person: Statement, org: Statement): Statement =>
  join(
    commandSources(person).granted.map(
      ({ role, folderId, table, gives }) => statement`
      select c.command_id, ${role} as role, ${folderId} as folder_id from command c join ${table} on ${gives}
      where c.org_id = ${org} and c.deleted_at is null and c.visibility <> 'justme' and not c.is_hidden`,
    ),
    ' union all ',
  );
