import statement from 'sql-template-tag';
import { type Sql, sql } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';

/** Has a worker look at a source within seconds, since something told that it may have changed. */
export const lookSoon = (orgId: string, credentialId: number, db: Sql = sql): Promise<void> =>
  execute(
    statement`update credential set look_due_at = least(look_due_at, now())
      where org_id = ${orgId} and credential_id = ${credentialId} and deleted_at is null`,
    db,
  );

/** The same where a sync is expected to break something, which a person who compared may know to be over. */
export const lookAgain = (orgId: string, credentialId: number): Promise<void> =>
  execute(
    statement`update credential k set look_due_at = least(k.look_due_at, now())
      where k.org_id = ${orgId} and k.credential_id = ${credentialId} and exists (
        select from template t join expected_break b on b.org_id = t.org_id and b.template_id = t.template_id
        where t.org_id = k.org_id and t.credential_id = k.credential_id)`,
  );
