import statement from 'sql-template-tag';
import type { Engineer } from '@/server/access-requests/engineers';
import type { Sql } from '@/server/db';
import { loadMailOrg } from '@/server/mail/links';
import { queueMail } from '@/server/mail/queue-mail';
import { notify } from '@/server/notifications/notify';
import { pausedMail } from '@/server/schedules/alerts/messages';
import type { Firing } from '@/server/schedules/take-firings';
import { column, query } from '@/server/statements';

/** More engineers than this aren't sent a message each; all of them see it in Pushboard. */
const MOST_MAILED = 10;

/** Tells a command's engineers that a job no longer runs, in the transaction that pauses it. Each of them can take it over. */
export async function tellOfPause(
  tx: Sql,
  firing: Firing,
  engineers: readonly Engineer[],
  why: string,
): Promise<void> {
  const { org_id: orgId, command_id: commandId, owner_user_id: ownerUserId, name } = firing;
  const userIds = engineers.map(({ userId }) => userId);
  await notify(tx, { orgId, userIds, kind: 'job_paused', actorUserId: null, commandId });
  const [owner] = await query(
    { name: column.text },
    statement`select name from "user" where user_id = ${ownerUserId}`,
    tx,
  );
  const sender = {
    kind: 'person' as const,
    userId: ownerUserId,
    name: owner?.name ?? '',
    email: null,
    memberships: [],
  };
  const mail = pausedMail(await loadMailOrg(tx, orgId), { name, commandId, why });
  for (const to of engineers.slice(0, MOST_MAILED)) await queueMail(tx, orgId, sender, to, 'schedule', mail);
}
