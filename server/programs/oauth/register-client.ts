import statement from 'sql-template-tag';
import { z } from 'zod';
import { isRedirectAddress } from '@/lib/sign-in/redirect-address';
import { clock } from '@/server/base/clock';
import { execute } from '@/server/base/database/statements';
import { ids } from '@/server/base/ids';
import { OAuthRefusal } from '@/server/programs/oauth/oauth-error';

export const LONGEST_CLIENT_NAME = 100;
const MOST_REDIRECTS = 10;

/** A program registers by itself, so this many are kept, and of those that nobody connected only the latest. */
const MOST_UNUSED = 5_000;

/** What registration reads of a request (RFC 7591); the rest has no meaning here. */
const metadata = z.looseObject({
  redirect_uris: z.array(z.string().refine(isRedirectAddress)).min(1).max(MOST_REDIRECTS),
  client_name: z.string().optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
});

/** A name as people read it: one line, without characters that hide or turn others. */
export const readableName = (name: string | undefined): string =>
  (name ?? '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_CLIENT_NAME) || 'An unnamed program';

/**
 * Registers a program. Anyone may, so it gives no rights, only a name and addresses that a person is shown. All programs
 * are public ones: they prove by PKCE that they are who asked.
 */
export async function registerClient(body: unknown) {
  const parsed = metadata.safeParse(body);
  if (!parsed.success) {
    const isRedirect = parsed.error.issues.some(({ path }) => path[0] === 'redirect_uris');
    throw isRedirect
      ? new OAuthRefusal(
          'invalid_redirect_uri',
          `Name 1 to ${MOST_REDIRECTS} redirect_uris: https, http on this device (localhost, 127.0.0.1, [::1]), or a scheme of your program that names its domain, such as com.example.app.`,
        )
      : new OAuthRefusal('invalid_client_metadata', 'The client metadata is not valid.');
  }
  const { redirect_uris: redirectUris, client_name } = parsed.data;
  const name = readableName(client_name);
  const clientId = ids.oauthClient();
  const createdAt = clock.now();
  await execute(
    statement`insert into oauth_client (client_id, name, redirect_uris, created_at)
     values (${clientId}, ${name}, ${redirectUris}, ${createdAt})`,
  );
  await dropUnused();
  return {
    client_id: clientId,
    client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

async function dropUnused(): Promise<void> {
  await execute(
    statement`delete from oauth_client where client_id in (
       select c.client_id from oauth_client c
       where not exists (select from oauth_grant g where g.client_id = c.client_id)
         and not exists (select from oauth_code o where o.client_id = c.client_id)
       order by c.created_at desc, c.client_id offset ${MOST_UNUSED})`,
  );
}
