import type * as contract from '@/lib/contract/people/service-accounts';
import type { Context } from '@/server/operations/context';
import { makeToken } from '@/server/people/tokens/make-token';
import { dropToken } from '@/server/people/tokens/revoke-token';
import { readServiceAccount } from '@/server/people/tokens/service-accounts';
import { tokenPageOf } from '@/server/people/tokens/token-rows';
import { changeToken } from '@/server/people/tokens/update-token';

export async function listServiceTokens({
  actor,
  subject: { orgId },
  params: { userId },
  query,
}: Context<typeof contract.listServiceTokens>) {
  await readServiceAccount(orgId, userId);
  return tokenPageOf(actor, { userId }, query);
}

export async function createServiceToken({
  actor,
  subject: { orgId },
  params: { userId },
  body,
  audit,
}: Context<typeof contract.createServiceToken>) {
  await readServiceAccount(orgId, userId);
  return makeToken(actor, { userId, orgId }, body, audit);
}

export async function updateServiceToken({
  actor,
  subject: { orgId },
  params: { userId, tokenId },
  body,
  audit,
}: Context<typeof contract.updateServiceToken>) {
  await readServiceAccount(orgId, userId);
  return changeToken(actor, { userId, orgId }, tokenId, body, audit);
}

export async function revokeServiceToken({
  subject: { orgId },
  params: { userId, tokenId },
  audit,
}: Context<typeof contract.revokeServiceToken>) {
  await readServiceAccount(orgId, userId);
  await dropToken({ userId, orgId }, tokenId, audit);
  return undefined;
}
