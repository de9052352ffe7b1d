import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { BodyOf } from '@/lib/contract/operation';
import type {
  sendFolderLink as sendFolderLinkOperation,
  sendLink as sendLinkOperation,
} from '@/lib/contract/sharing/mail';
import type { mailOutcomes } from '@/lib/contract/sharing/mail-outcome';
import type { Decoded } from '@/lib/wire/wire';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { accessColumn } from '@/server/access/columns';
import { commandAccess, folderAccess } from '@/server/access/scope';
import { anyone } from '@/server/access/viewer';
import { type Sql, transaction } from '@/server/base/database/db';
import { query } from '@/server/base/database/statements';
import { loadMailOrg, refuseForeignBase } from '@/server/messages/links';
import { linkMail, type SharedThing } from '@/server/messages/messages';
import { type Addressee, allowMail, queueMail } from '@/server/messages/queue-mail';
import type { Context } from '@/server/operations/context';
import { findRecipientFor } from '@/server/people/members/recipients';

type Outcome = Decoded<typeof mailOutcomes>[number];

/** Mails the link of a command to people who have access to it. */
export async function sendLink({ actor, subject, body, audit }: Context<typeof sendLinkOperation>) {
  const { orgId, commandId, name } = subject;
  return sendLinkOf({ kind: 'command', id: commandId, name }, orgId, actor, body, audit);
}

/** Mails the link of a folder to people who have access to it. */
export async function sendFolderLink({
  actor,
  subject,
  body,
  audit,
}: Context<typeof sendFolderLinkOperation>) {
  const { orgId, folderId, name } = subject;
  return sendLinkOf({ kind: 'folder', id: folderId, name }, orgId, actor, body, audit);
}

/** Anyone without access is reported and gets nothing. */
async function sendLinkOf(
  thing: SharedThing,
  orgId: string,
  actor: Person,
  body: BodyOf<typeof sendLinkOperation>,
  audit: AuditSource,
): Promise<Outcome[]> {
  refuseForeignBase(body.baseUrl);
  return transaction(async (tx) => {
    await allowMail(tx, orgId, actor.userId, body.recipients.length);
    const org = await loadMailOrg(tx, orgId);
    const mail = linkMail({ org, sender: actor, thing, note: body.note ?? null });
    const outcomes: Outcome[] = [];
    const sentTo: string[] = [];
    for (const recipient of body.recipients) {
      const found = await findRecipientFor(tx, actor, orgId, recipient);
      const to = typeof found === 'string' ? found : await addresseeOf(tx, orgId, thing, found);
      if (typeof to === 'string') {
        const { email = null, userId = null } = recipient;
        outcomes.push({ email, userId, error: to, posted: null, mailId: null });
        continue;
      }
      const queued = await queueMail(tx, orgId, actor, to, 'link', mail);
      sentTo.push(to.userId);
      outcomes.push({
        email: to.email,
        userId: to.userId,
        error: null,
        ...queued,
      });
    }
    if (sentTo.length > 0) {
      await recordAudit(tx, audit, {
        orgId,
        action: `${thing.kind}.send_link`,
        subjectType: thing.kind,
        subjectId: String(thing.id),
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
  { kind, id }: SharedThing,
  person: { userId: string; name: string; email: string | null },
): Promise<Addressee | string> {
  const { userId, name, email } = person;
  const [access] = await query(
    { role: accessColumn.role.nullable() },
    kind === 'command'
      ? statement`select access.role from command c ${commandAccess(anyone(statement`${userId}`))}
          where c.org_id = ${orgId} and c.command_id = ${id}`
      : statement`select access.role from folder f ${folderAccess(anyone(statement`${userId}`))}
          where f.org_id = ${orgId} and f.folder_id = ${id}`,
    tx,
  );
  if (access?.role == null) return `${name} has no access to this ${kind}. Share it with them first.`;
  return email === null ? 'No email address found for this user' : { userId, name, email };
}
