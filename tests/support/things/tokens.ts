import type { TokenScope } from '@/lib/access/vocabulary';
import { clock } from '@/server/base/clock';
import { transaction } from '@/server/base/database/db';
import { insertToken, type NewToken } from '@/server/people/sign-in/access-token';

/** Creates a token of a person, which does everything and lasts an hour unless stated otherwise. */
export function giveToken(
  userId: string,
  { scope = { kind: 'everything' }, ...more }: Partial<NewToken> & { scope?: TokenScope } = {},
): Promise<{ tokenId: string; token: string }> {
  const fresh: NewToken = {
    userId,
    name: 'A script',
    scope,
    allowsUnasked: false,
    issuer: 'demo',
    audience: null,
    createdByUserId: userId,
    expiresAt: new Date(clock.nowMs() + 60 * 60 * 1000),
    ...more,
  };
  return transaction((tx) => insertToken(tx, fresh));
}

/** The header that a token is sent in. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
