import statement from 'sql-template-tag';
import type { Engineer } from '@/server/access/engineers';
import { pausedMail } from '@/server/automation/schedules/alerts/messages';
import type { Firing } from '@/server/automation/schedules/take-firings';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { loadMailOrg } from '@/server/messages/links';
import { notify } from '@/server/messages/notify';
import { queueMail } from '@/server/messages/queue-mail';

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
