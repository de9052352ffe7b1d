import statement from 'sql-template-tag';
import { type Engineer, engineerIdsOf, engineersOf } from '@/server/access/engineers';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import type { Mail } from '@/server/messages/content';
import { loadMailOrg, type MailOrg } from '@/server/messages/links';
import { notify } from '@/server/messages/notify';
import { queueMail } from '@/server/messages/queue-mail';

/** More people than this aren't sent a message each; all of them see it in Pushboard. */
const MOST_MAILED = 10;

interface Told {
  orgId: string;
  commandId: number;
  kind: 'job_paused' | 'webhook_paused' | 'command_broken';
  /** Whose it is, besides the command's engineers; null for a command itself. */
  ownerUserId: string | null;
  /** Who made the change: they know, and aren't sent a message. */
  actorUserId: string | null;
  mail: (org: MailOrg) => Mail;
}

/** Tells the owner of a thing and its command's engineers that it stopped, in the transaction that stops it. */
export async function tellKeepers(
  tx: Sql,
  { orgId, commandId, kind, ownerUserId, actorUserId, mail }: Told,
): Promise<void> {
  const engineerIds = await engineerIdsOf(orgId, commandId, tx);
  const engineers = await engineersOf(orgId, commandId, tx);
  const owner = ownerUserId === null ? null : await personOf(tx, orgId, ownerUserId);
  const userIds = await stillMembers(tx, orgId, [
    ...new Set([...(ownerUserId === null ? [] : [ownerUserId]), ...engineerIds]),
  ]);
  await notify(tx, { orgId, userIds, kind, actorUserId, commandId });
  const people = new Map(
    [...(owner === null ? [] : [owner]), ...engineers].map((each) => [each.userId, each]),
  );
  const mailed = [...people.values()]
    .filter(({ userId }) => userId !== actorUserId && userIds.includes(userId))
    .slice(0, MOST_MAILED);
  const [first] = mailed;
  if (first === undefined) return;
  const sender = {
    kind: 'person' as const,
    userId: actorUserId ?? ownerUserId ?? first.userId,
    name: '',
    email: null,
    memberships: [],
  };
  const written = mail(await loadMailOrg(tx, orgId));
  const mailKind = kind === 'command_broken' ? 'error' : 'schedule';
  for (const to of mailed) await queueMail(tx, orgId, sender, to, mailKind, written);
}

/** Leaves out people who are not members anymore, such as an owner whom the transaction removes. */
async function stillMembers(tx: Sql, orgId: string, userIds: readonly string[]): Promise<string[]> {
  const rows = await query(
    { user_id: column.text },
    statement`select user_id from membership
      where org_id = ${orgId} and user_id = any(${[...userIds]}) and state = 'active'`,
    tx,
  );
  return rows.map((row) => row.user_id);
}

async function personOf(tx: Sql, orgId: string, userId: string): Promise<Engineer | null> {
  const [row] = await query(
    { name: column.text, email: column.text },
    statement`select u.name, u.email from "user" u
      join membership m on m.org_id = ${orgId} and m.user_id = u.user_id and m.state = 'active'
      where u.user_id = ${userId} and u.email is not null and u.service_org_id is null`,
    tx,
  );
  return row === undefined ? null : { userId, ...row };
}
