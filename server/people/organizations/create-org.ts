import type { createOrg as createOrgOperation } from '@/lib/contract/people/orgs';
import { mayCreateOrg } from '@/lib/orgs/may-create';
import { issuerName } from '@/lib/orgs/sign-in-policy';
import type { AuditSource } from '@/server/access/audit';
import { type Sql, transaction } from '@/server/base/database/db';
import { env } from '@/server/base/env';
import { AppError, forbidden } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { nameProviderOf, renameOneself } from '@/server/people/members/rename-person';
import { insertOrg } from '@/server/people/organizations/insert-org';
import { readOrgOf, unsafeListOrgsOf } from '@/server/people/organizations/list-my-orgs';

/**
 * Creates an organization, and gives its creator the name that they entered. Throws 409 if a provider says their name,
 * and it is another one.
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
    if (userName !== undefined && userName !== name) await takeName(tx, userId, userName, audit);
    return insertOrg(tx, audit, userId, orgName);
  });
  return readOrgOf(userId, orgId);
}

async function takeName(tx: Sql, userId: string, name: string, audit: AuditSource): Promise<void> {
  const provider = await nameProviderOf(userId, tx);
  if (provider === null) return renameOneself(tx, userId, name, audit);
  const message = `Your name comes from ${issuerName(provider)}. Change it there; it is taken over when you sign in again.`;
  throw new AppError('conflict', message, { issues: [{ path: 'userName', message }] });
}
