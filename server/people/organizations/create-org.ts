import statement from 'sql-template-tag';
import type { createOrg as createOrgOperation } from '@/lib/contract/people/orgs';
import { mayCreateOrg } from '@/lib/orgs/may-create';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError, forbidden } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { takeOwnName } from '@/server/people/members/take-own-name';
import { insertOrg } from '@/server/people/organizations/insert-org';
import { readOrgOf, unsafeListOrgsOf } from '@/server/people/organizations/list-my-orgs';

/**
 * Creates an organization, and gives its creator the name that they entered. Throws 409 if a provider says their name,
 * and it is another one, or if they have created as many as they may.
 */
export async function createOrg({
  actor: { userId, name },
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
    await refuseTooMany(tx, userId);
    if (userName !== undefined && userName !== name) await takeOwnName(tx, userId, userName, audit);
    return insertOrg(tx, audit, userId, orgName);
  });
  return readOrgOf(userId, orgId);
}

/** Each organization has its own limits, so a person may create a few. Sandboxes are limited by themselves. */
async function refuseTooMany(tx: Sql, userId: string): Promise<void> {
  await query({}, statement`select from "user" where user_id = ${userId} for no key update`, tx);
  const [row] = await query(
    { count: column.int },
    statement`select count(*)::int as count from org where created_by_user_id = ${userId} and not is_sandbox`,
    tx,
  );
  const { orgsPerPerson } = env();
  if ((row?.count ?? 0) < orgsPerPerson) return;
  throw new AppError(
    'conflict',
    `You have created ${orgsPerPerson} organizations already. Ask the people who run this Pushboard if you need another one.`,
  );
}
