import { paths } from '@/lib/paths';
import { clock } from '@/server/clock';
import type { Sql } from '@/server/db';
import { hashOfToken } from '@/server/ids';

const STILL_OPEN = `
  select 1 from join_token t
    join membership m on m.org_id = t.org_id and m.user_id = t.user_id and m.state = 'pending'
    where t.token_hash = $1 and t.expires_at > $2
  union all
  select 1 from access_request where token_hash = $1 and expires_at > $2`;

/** Whether a link of ours still does what it was sent for. One without a token always does. */
export async function isLinkOpen(tx: Sql, link: string): Promise<boolean> {
  const { pathname, hash, searchParams } = new URL(link);
  const token = pathname.endsWith(paths.join) ? hash.slice(1) : searchParams.get('request');
  if (token === null) return true;
  return (await tx.query(STILL_OPEN, [hashOfToken(token), clock.now()])).length > 0;
}
