import type * as tokens from '@/lib/contract/people/tokens';
import { COPIED_TOKEN_HOURS } from '@/lib/contract/people/tokens';
import type { Context } from '@/server/operations/context';
import { insertFor, makeToken } from '@/server/people/tokens/make-token';
import { dropToken } from '@/server/people/tokens/revoke-token';
import { tokenPageOf } from '@/server/people/tokens/token-rows';
import { changeToken } from '@/server/people/tokens/update-token';

const HOUR_MS = 60 * 60 * 1000;

export async function listTokens({ actor, query }: Context<typeof tokens.listTokens>) {
  return tokenPageOf(actor, actor, query);
}

export async function createToken({ actor, body, audit }: Context<typeof tokens.createToken>) {
  return makeToken(actor, { userId: actor.userId, orgId: null }, body, audit);
}

/** Makes the token of `/copy-token`, for use in a notebook: it does everything, and ends by itself. */
export async function copyToken({ actor, audit }: Context<typeof tokens.copyToken>) {
  const terms = {
    name: 'Copied token',
    scope: { kind: 'everything' as const },
    allowsUnasked: false,
    lifetimeMs: COPIED_TOKEN_HOURS * HOUR_MS,
  };
  return insertFor(actor, { userId: actor.userId, orgId: null }, terms, audit);
}

export async function updateToken({ actor, params, body, audit }: Context<typeof tokens.updateToken>) {
  return changeToken(actor, { userId: actor.userId, orgId: null }, params.tokenId, body, audit);
}

export async function revokeToken({ actor, params, audit }: Context<typeof tokens.revokeToken>) {
  await dropToken({ userId: actor.userId, orgId: null }, params.tokenId, audit);
  return undefined;
}
