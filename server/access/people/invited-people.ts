import statement from 'sql-template-tag';
import { accessColumn } from '@/server/access/columns';
import { MEMBER_NAME } from '@/server/access/people/shown-name';
import { column, query } from '@/server/statements';

/**
 * Returns the people who have a grant on a command but have not joined the organization yet, by name. They can do nothing
 * until they join, and can then do what the grant says.
 */
export const invitedPeople = (orgId: string, commandId: number) =>
  query(
    {
      userId: column.text,
      name: column.text,
      email: column.text.nullable(),
      role: accessColumn.role,
    },
    statement`select u.user_id as "userId", ${MEMBER_NAME} as name, u.email, g.role
     from command_user_grant g
     join membership m on m.org_id = g.org_id and m.user_id = g.user_id and m.state = 'pending'
     join "user" u on u.user_id = g.user_id
     where g.org_id = ${orgId} and g.command_id = ${commandId}
     order by name, u.user_id`,
  );
