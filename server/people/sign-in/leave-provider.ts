import statement from 'sql-template-tag';
import { z } from 'zod';
import { paths } from '@/lib/base/paths';
import type { signOutEverywhere as signOutEverywhereOperation } from '@/lib/contract/people/people';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { hashOfToken } from '@/server/base/ids';
import { log } from '@/server/base/log';
import { open } from '@/server/base/secrets/seal';
import type { Context } from '@/server/operations/context';
import { issuerOf } from '@/server/people/directory/sign-in/provider';
import { signOut } from '@/server/people/sign-in/account';
import { readDocument } from '@/server/people/sign-in/discovery-document';
import type { ConfiguredIssuer } from '@/server/people/sign-in/other-issuer';
import { ID_TOKEN_PURPOSE, sessionToken } from '@/server/people/sign-in/session';

/** A provider that can be asked to end its session, too. */
interface Leavable extends ConfiguredIssuer {
  label: string;
  clientId: string;
  /** The sealed ID token that names the session; null if it was not kept. */
  sealedIdToken: Buffer | null;
}

/**
 * Returns the provider that created a session. Returns null if the session has no provider, if the provider is no longer
 * configured, or if the provider said at sign-in that it can't end its own session on request.
 */
async function providerOfSession(token: string): Promise<Leavable | null> {
  const { issuers, directory } = env();
  if (issuers.length === 0 && directory === null) return null;
  const [row] = await query(
    { issuer: column.text.nullable(), sealed_id_token: column.bytes.nullable() },
    statement`select issuer, sealed_id_token from session where token_hash = ${hashOfToken(token)}`,
  );
  if (row === undefined) return null;
  const sealedIdToken = row.sealed_id_token;
  if (directory !== null && row.issuer === directory.issuer)
    return { ...issuerOf(directory), label: 'Microsoft', clientId: directory.clientId, sealedIdToken };
  const issuer = issuers.find(({ url }) => url === row.issuer);
  return issuer === undefined || sealedIdToken === null ? null : { ...issuer, sealedIdToken };
}

/** Returns the name of the provider that a person can log out of together with this session, or null. */
export const leavableProvider = async (token: string): Promise<string | null> =>
  (await providerOfSession(token))?.label ?? null;

const endpoints = z.object({ end_session_endpoint: z.url({ protocol: /^https?$/ }) });

/**
 * Ends the session of the request as `signOut` does, and returns where the browser must go to end the provider's session
 * too (OpenID Connect RP-Initiated Logout); null if it can't be asked, or doesn't answer.
 */
export async function signOutEverywhere(context: Context<typeof signOutEverywhereOperation>) {
  const token = sessionToken(context.requestHeaders.get('cookie'));
  const provider = token === null ? null : await providerOfSession(token);
  await signOut(context);
  return { url: provider === null ? null : await addressToLeave(provider) };
}

async function addressToLeave(provider: Leavable): Promise<string | null> {
  try {
    const found = endpoints.parse(await readDocument(provider));
    const url = new URL(found.end_session_endpoint);
    // A page in the clear could be anyone's.
    if (url.protocol === 'http:' && !provider.url.startsWith('http:')) return null;
    const idToken = provider.sealedIdToken === null ? null : open(provider.sealedIdToken, ID_TOKEN_PURPOSE);
    if (idToken !== null) url.searchParams.set('id_token_hint', idToken);
    url.searchParams.set('client_id', provider.clientId);
    url.searchParams.set('post_logout_redirect_uri', `${env().appUrl}${paths.signIn()}`);
    return url.href;
  } catch (error) {
    log().warn({ err: error, issuer: provider.url }, 'A person could not be logged out of their provider');
    return null;
  }
}
