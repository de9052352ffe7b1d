import statement from 'sql-template-tag';
import type { createOrg as createOrgOperation } from '@/lib/contract/people/orgs';
import { mayCreateOrg } from '@/lib/orgs/may-create';
import { transaction } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { forbidden } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { insertOrg } from '@/server/people/organizations/insert-org';
import { readOrgOf, unsafeListOrgsOf } from '@/server/people/organizations/list-my-orgs';

/** Creates an organization and saves its creator's name. */
export async function createOrg({
  actor: { userId },
  body: { orgName, userName },
  audit,
}: Context<typeof createOrgOperation>) {
  const orgs = await unsafeListOrgsOf(userId);
  const joined = orgs.filter(({ isPendingToOrg }) => !isPendingToOrg);
  if (!mayCreateOrg(env(), joined)) {
    throw forbidden(
      'Only the people who run this Pushboard can create further organizations. Ask them for one.',
    );
  }
  const orgId = await transaction(async (tx) => {
    const made = await insertOrg(tx, audit, userId, orgName);
    if (userName !== undefined) {
      await execute(statement`update "user" set name = ${userName} where user_id = ${userId}`, tx);
    }
    return made;
  });
  return readOrgOf(userId, orgId);
}
