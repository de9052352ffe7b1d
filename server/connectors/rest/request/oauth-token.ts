import { z } from 'zod';
import { jsonOrNull } from '@/lib/base/json';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { send } from '@/server/connectors/_shared/http/send';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import type { RestConnection } from '../connection';
import { formEncode } from './percent';

interface CachedToken {
  token: string;
  version: number;
  goodUntilMs: number;
}

/** By credential and scheme. Tokens are renewed a little before they expire, and when the credential changes. */
const cache = new Map<string, CachedToken>();
const keyOf = (credsId: number, scheme: string): string => `${credsId} ${scheme}`;
const earlyMs = 30_000;
const unknownLifeMs = 5 * 60_000;

const answerSchema = z.object({
  access_token: z
    .string()
    .min(1)
    .regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().optional(),
});

/** A token of OAuth's client credentials grant (RFC 6749 §4.4), cached while it is valid. */
export async function oauthToken(
  connection: RestConnection,
  scheme: string,
  context: ConnectorContext,
  signal: AbortSignal,
): Promise<string> {
  const cached = cache.get(keyOf(context.credsId, scheme));
  if (cached !== undefined && cached.version === context.credsVersion && Date.now() < cached.goodUntilMs) {
    return cached.token;
  }
  const url = new URL(connection.tokenUrl);
  const form = ['grant_type=client_credentials'];
  if (connection.scopes !== '') form.push(`scope=${formEncode(connection.scopes)}`);
  // RFC 6749 §2.3.1: both parts are form-encoded before they are joined.
  const pair = `${formEncode(connection.clientId)}:${formEncode(connection.clientSecret)}`;
  const response = await send(
    {
      method: 'POST',
      origin: url.origin,
      target: url.pathname + url.search,
      headers: [
        ['accept', 'application/json'],
        ['content-type', 'application/x-www-form-urlencoded'],
        ['authorization', `Basic ${Buffer.from(pair).toString('base64')}`],
      ],
      body: Buffer.from(form.join('&')),
      secretHeaders: [],
      secretTexts: [],
      isBodySecret: false,
    },
    { guard: context, limits: { timeoutMs: 30_000, maximumBytes: 1_000_000 }, signal },
  );
  const read = answerSchema.safeParse(jsonOrNull(response.body.toBuffer().toString('utf8')));
  if (response.status !== 200 || !read.success) throw refused(url.host, response.status);
  const { access_token: token, expires_in: seconds } = read.data;
  const lifeMs = seconds === undefined ? unknownLifeMs : seconds * 1000;
  cache.set(keyOf(context.credsId, scheme), {
    token,
    version: context.credsVersion,
    goodUntilMs: Date.now() + lifeMs - earlyMs,
  });
  return token;
}

/** Drops a token that the source no longer accepts. */
export function forgetToken(credsId: number, scheme: string): void {
  cache.delete(keyOf(credsId, scheme));
}

export function forgetTokens(): void {
  cache.clear();
}

function refused(host: string, status: number): ConnectorError {
  const message =
    status === 200
      ? `${host} sent no access token. Check the token URL.`
      : `${host} refused an access token (HTTP ${status}). Check the client id, the client secret, and the scopes.`;
  return new ConnectorError('unauthorized', message);
}
