import statement from 'sql-template-tag';
import type { sendLink as sendLinkOperation } from '@/lib/contract/mail';
import type { mailOutcomes } from '@/lib/contract/mail-outcome';
import type { Decoded } from '@/lib/contract/wire';
import { recordAudit } from '@/server/access/audit';
import { accessColumn } from '@/server/access/columns';
import { commandAccess } from '@/server/access/scope';
import { anyone } from '@/server/access/viewer';
import { type Sql, transaction } from '@/server/db';
import type { Context } from '@/server/http/context';
import { loadMailOrg, refuseForeignBase } from '@/server/mail/links';
import { linkMail } from '@/server/mail/messages';
import { type Addressee, allowMail, queueMail } from '@/server/mail/queue-mail';
import { findRecipientFor } from '@/server/members/recipients';
import { query } from '@/server/statements';

type Outcome = Decoded<typeof mailOutcomes>[number];

/** Mails the link of a command to people who have access to it. Anyone else is reported and gets nothing. */
export async function sendLink({
  actor,
  subject: { orgId, commandId, name },
  body,
  audit,
}: Context<typeof sendLinkOperation>) {
  refuseForeignBase(body.baseUrl);
  return transaction(async (tx) => {
    await allowMail(tx, actor.userId, body.recipients.length);
    const org = await loadMailOrg(tx, orgId);
    const thing = { kind: 'command' as const, id: commandId, name };
    const mail = linkMail({ org, sender: actor, thing, note: body.note ?? null });
    const outcomes: Outcome[] = [];
    const sentTo: string[] = [];
    for (const recipient of body.recipients) {
      const found = await findRecipientFor(tx, actor, orgId, recipient);
      const to = typeof found === 'string' ? found : await addresseeOf(tx, orgId, commandId, found);
      if (typeof to === 'string') {
        const { email = null, userId = null } = recipient;
        outcomes.push({ email, userId, error: to, posted: null });
        continue;
      }
      const posted = await queueMail(tx, orgId, actor, to, 'link', mail);
      sentTo.push(to.userId);
      outcomes.push({ email: to.email, userId: to.userId, error: null, posted });
    }
    if (sentTo.length > 0) {
      await recordAudit(tx, audit, {
        orgId,
        action: 'command.send_link',
        subjectType: 'command',
        subjectId: String(commandId),
        after: { user_ids: sentTo },
      });
    }
    return outcomes;
  });
}

/** Returns a person with access and an address, or why there isn't one. */
async function addresseeOf(
  tx: Sql,
  orgId: string,
  commandId: number,
  person: { userId: string; name: string; email: string | null },
): Promise<Addressee | string> {
  const { userId, name, email } = person;
  const [access] = await query(
    { role: accessColumn.role.nullable() },
    statement`select access.role from command c ${commandAccess(anyone(statement`${userId}`))} where c.org_id = ${orgId}
      and c.command_id = ${commandId}`,
    tx,
  );
  if (access?.role == null) return `${name} has no access to this command. Share it with them first.`;
  return email === null ? 'No email address found for this user' : { userId, name, email };
}
