import statement from 'sql-template-tag';
import type { AuditSource } from '@/server/access/audit';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { log, logOnce } from '@/server/base/log';
import { directoryOrgs } from '@/server/people/directory/first-org';
import { readUser } from '@/server/people/directory/graph/delta';
import { GraphError } from '@/server/people/directory/graph/graph-error';
import { graphAccess, requireDirectory } from '@/server/people/directory/settings';
import { directoryDown } from '@/server/people/directory/sign-in/provider';
import { storePeople } from '@/server/people/directory/store-people';

/**
 * Lets a person of the directory in who has just authenticated: known from a sync, or looked up there now. Throws 403
 * for everyone else.
 */
export async function admitPerson(objectId: string, audit: AuditSource): Promise<void> {
  if (await isAdmitted(objectId)) return;
  await addNow(objectId, audit);
  if (await isAdmitted(objectId)) return;
  throw new AppError(
    'forbidden',
    'Your account has no access to this Pushboard: it is disabled or deleted in the directory, or an admin removed it. Ask an admin.',
  );
}

async function isAdmitted(objectId: string): Promise<boolean> {
  const rows = await query(
    {},
    statement`select from directory_person p
      join membership m on m.org_id = p.org_id and m.user_id = p.user_id and m.state = 'active'
      where p.object_id = ${objectId} and p.removed_at is null limit 1`,
  );
  return rows.length > 0;
}

/** People who are new to the directory need not wait for the next sync. */
async function addNow(objectId: string, audit: AuditSource): Promise<void> {
  const { issuer } = requireDirectory();
  const orgIds = await directoryOrgs(audit);
  let user: Awaited<ReturnType<typeof readUser>>;
  try {
    user = await readUser(graphAccess(), objectId);
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    logOnce(log(), 'warn', error, {}, 'A person who signed in could not be looked up in the directory');
    throw directoryDown(error);
  }
  if (user === null) return;
  const read = { items: [user], isFull: false, deltaLink: '' };
  for (const orgId of orgIds) {
    await transaction(async (tx) => {
      await query({}, statement`select from org where org_id = ${orgId} for no key update`, tx);
      await storePeople(tx, { orgId, issuer, audit }, read, true);
    });
  }
}

/** Records the first sign-in of a person, who is no longer pending. */
export async function noteSignIn(objectId: string, at: Date): Promise<void> {
  await query(
    { org_id: column.text },
    statement`update directory_person set signed_in_at = ${at}
      where object_id = ${objectId} and signed_in_at is null returning org_id`,
  );
}
