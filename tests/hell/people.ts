import { withClient } from '@/scripts/postgres/connect';
import { callApp } from '../support/doubles/remote-app';

/** The organization that does everything at once, and its people. The first is its admin. */
export const HELL = 'hell';
export const DEVILS = Array.from({ length: 8 }, (_, number) => `demo-devil-${number}`);
export const [DEVIL = ''] = DEVILS;
/** The other organizations of the first devil. */
export const realms = Array.from({ length: 10 }, (_, number) => `hell-${number}`);

export async function createHell(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(`insert into org (org_id, name) values ($1, 'Hell')`, [HELL]);
    await client.query('insert into org_slug (slug, org_id) values ($1, $1)', [HELL]);
    await client.query(
      `with devil as (
         insert into "user" (user_id, name, email)
         select id, id, id || '@pushboard.example' from unnest($1::text[]) id returning user_id
       )
       insert into membership (org_id, user_id, role) select $2, user_id, 'admin' from devil`,
      [DEVILS, HELL],
    );
    await client.query(
      `with realm as (insert into org (org_id, name) select id, id from unnest($1::text[]) id returning org_id),
         slug as (insert into org_slug (slug, org_id) select org_id, org_id from realm)
       insert into membership (org_id, user_id, role) select org_id, $2, 'admin' from realm`,
      [realms, DEVIL],
    );
  });
}

/** Signs in. Returns the session's cookie. */
export async function signIn(origin: string, userId: string): Promise<string> {
  const response = await fetch(`${origin}/api/v1/demo/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ userId }),
  });
  if (!response.ok) throw new Error(`Signing in as ${userId}: ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** The headers of a request as a demo person. */
export const as = (userId: string) => ({ 'x-demo-user-id': userId });

/** Sends one request as the admin of hell. Throws unless the response is successful. */
export const callAsDevil = (origin: string, method: string, path: string, body?: unknown) =>
  callApp(origin, method, `/${HELL}${path}`, body, as(DEVIL));
