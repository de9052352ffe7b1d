import statement, { type Sql as Statement } from 'sql-template-tag';
import { dependentsOf } from '@/server/dependents/command-dependents';

/** What needs the commands of a connection, other than those commands themselves, as `dependentsOf` has it. */
export const connectionDependents = (orgId: Statement, credentialId: Statement): Statement => {
  const own = statement`
    select c.command_id from command c
    join template t on t.org_id = c.org_id and t.template_id = c.template_id
    where c.org_id = ${orgId} and t.credential_id = ${credentialId} and c.deleted_at is null`;
  return statement`select needed.* from (${dependentsOf(orgId, own)}) needed
    where needed.kind not in ('dropdown', 'button', 'error_jump', 'undo', 'copycat') or needed.command_id not in (${own})`;
};
