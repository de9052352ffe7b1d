import statement from 'sql-template-tag';
import { recordAudit } from '@/server/access/audit';
import { engineersOf } from '@/server/access/engineers';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { OWNER_LOST } from '@/server/dependents/pause-run';
import type { Mail } from '@/server/messages/content';
import { absolute, commandPath, loadMailOrg, type MailOrg, subjectIn } from '@/server/messages/links';
import { notify } from '@/server/messages/notify';
import { queueMail } from '@/server/messages/queue-mail';

/** More engineers than this aren't sent a message each; all of them see it in Pushboard. */
const MOST_MAILED = 10;

interface Paused {
  webhookId: number;
  orgId: string;
  commandId: number;
  ownerUserId: string;
  name: string;
}

/**
 * Pauses a webhook whose owner lost the command, and tells the command's engineers, each of whom can take it over; once,
 * however many deliveries come at this moment. Returns why, in words.
 */
export async function pauseWebhook({
  webhookId,
  orgId,
  commandId,
  ownerUserId,
  name,
}: Paused): Promise<string> {
  const why = OWNER_LOST.webhook;
  const engineers = await engineersOf(orgId, commandId);
  await transaction(async (tx) => {
    const [owner] = await query(
      { name: column.text },
      statement`with paused as (
          update webhook set is_enabled = false, paused_reason = ${why}
          where org_id = ${orgId} and webhook_id = ${webhookId} and is_enabled returning owner_user_id
        )
        select u.name from paused join "user" u on u.user_id = paused.owner_user_id`,
      tx,
    );
    if (owner === undefined) return;
    await recordAudit(
      tx,
      { actorUserId: null, requestId: null, address: null },
      {
        orgId,
        action: 'webhook.pause',
        subjectType: 'webhook',
        subjectId: String(webhookId),
        after: { is_enabled: false, paused_reason: why },
      },
    );
    const userIds = engineers.map(({ userId }) => userId);
    await notify(tx, { orgId, userIds, kind: 'webhook_paused', actorUserId: null, commandId });
    const sender = {
      kind: 'person' as const,
      userId: ownerUserId,
      name: owner.name,
      email: null,
      memberships: [],
    };
    const mail = pausedMail(await loadMailOrg(tx, orgId), commandId, name, why);
    for (const to of engineers.slice(0, MOST_MAILED))
      await queueMail(tx, orgId, sender, to, 'schedule', mail);
  });
  return why;
}

function pausedMail(org: MailOrg, commandId: number, name: string, why: string): Mail {
  return {
    subject: subjectIn(org, name, 'no longer starts runs'),
    content: {
      paragraphs: [`The webhook “${name}” in ${org.name} no longer starts runs. ${why}`],
      note: null,
      link: {
        label: 'Look at the webhook',
        url: absolute(`${commandPath(org, commandId)}&panel=configure:${commandId}&configure-tab=webhooks`),
      },
      closing: 'You get this because you can take the webhook over.',
      replyTo: null,
    },
  };
}
