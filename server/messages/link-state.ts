import statement, { type Sql as Statement } from 'sql-template-tag';
import { paths } from '@/lib/base/paths';
import { clock } from '@/server/base/clock';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { hashOfToken } from '@/server/base/ids';

const stillOpen = (tokenHash: Buffer, now: Date): Statement => statement`
  select exists (
    select from join_token t
    join membership m on m.org_id = t.org_id and m.user_id = t.user_id and m.state = 'pending'
    where t.token_hash = ${tokenHash} and t.expires_at > ${now}
  ) or exists (
    select from access_request where token_hash = ${tokenHash} and expires_at > ${now}
  ) as is_open`;

/** Whether a link makes who opens it a member. */
export const isJoinLink = (link: string): boolean => new URL(link).pathname.endsWith(paths.join);

/** Whether a link of ours still does what it was sent for. One without a token always does. */
export async function isLinkOpen(tx: Sql, link: string): Promise<boolean> {
  const { hash, searchParams } = new URL(link);
  const token = isJoinLink(link) ? hash.slice(1) : searchParams.get('request');
  if (token === null) return true;
  const [row] = await query({ is_open: column.boolean }, stillOpen(hashOfToken(token), clock.now()), tx);
  return row?.is_open === true;
}
