import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import { anyOf } from '@/lib/base/text/lists';
import type { Difference } from '@/lib/settings/configuration';
import { loosenedWords } from '@/lib/settings/loosened-safeguards';
import { type Approver, approversOf } from '@/server/access/approvers';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { changeMail } from '@/server/messages/approval-messages';
import { loadMailOrg } from '@/server/messages/links';
import { notify } from '@/server/messages/notify';
import { queueMail } from '@/server/messages/queue-mail';

/** A change that takes away what protects a command whose runs need approval. */
export interface Loosening {
  orgId: string;
  commandId: number;
  name: string;
  /** The command's version before the change. */
  version: number;
  differences: Difference[];
  hash: Buffer;
}

/** More engineers than this aren't sent a message each; all of them see the request in Pushboard. */
const MOST_MAILED = 10;
/** How many of the names of those who were asked a refusal has. */
const MOST_NAMED = 3;

/** Asks the other engineers for each change, unless they were asked already, and returns the refusal of the change. */
export async function askToLoosen(
  audit: AuditSource,
  userId: string,
  loosened: readonly Loosening[],
): Promise<AppError> {
  const asked: Approver[] = [];
  for (const each of loosened) {
    const approvers = await approversOf(each.orgId, each.commandId, userId);
    if (approvers.length === 0) return alone(each);
    await transaction((tx) => ask(tx, audit, userId, each, approvers));
    asked.push(...approvers);
  }
  const [first] = loosened;
  if (first === undefined) throw new Error('Nothing was loosened');
  return refusal(first, [...new Set(asked.map(({ name }) => name))]);
}

const lossesOf = ({ differences }: Loosening): string => differences.map(loosenedWords).join('; ');

const refusal = (loosening: Loosening, names: readonly string[]): AppError => {
  const named = names.slice(0, MOST_NAMED);
  const others = names.length - named.length;
  const who = anyOf(others > 0 ? [...named, `${others} more`] : named);
  return new AppError(
    'impossible',
    `${who} must approve this change. We asked them. It takes away some of what protects “${loosening.name}”: ${lossesOf(loosening)}. Nothing was changed yet. Make the same change again once it is approved.`,
    { isAskedFor: true },
  );
};

const alone = (loosening: Loosening): AppError =>
  new AppError(
    'impossible',
    `“${loosening.name}” needs another engineer's approval, and this change takes away some of what protects it (${lossesOf(loosening)}). Nobody else could approve it: you are its only engineer, and your organization has no other admin. Share it with another engineer first, or ask for a second admin.`,
  );

async function ask(
  tx: Sql,
  audit: AuditSource,
  userId: string,
  { orgId, commandId, name, version, differences, hash }: Loosening,
  approvers: readonly Approver[],
): Promise<void> {
  const [row] = await query(
    { approval_id: column.int },
    statement`insert into approval_request (org_id, command_id, asked_by_user_id, run_count, hash, loosens,
        command_version, template_version, credential_version, expires_at)
      select c.org_id, c.command_id, ${userId}, 0, ${hash}, ${JSON.stringify(differences)}::jsonb, ${version}, t.version,
        k.version, now() + make_interval(hours => c.approval_hours)
      from command c
      join template t on t.org_id = c.org_id and t.template_id = c.template_id
      join credential k on k.org_id = t.org_id and k.credential_id = t.credential_id
      where c.org_id = ${orgId} and c.command_id = ${commandId} and not exists (
        select from approval_request a
        where a.org_id = c.org_id and a.command_id = c.command_id and a.asked_by_user_id = ${userId}
          and a.state = 'waiting' and a.expires_at > now() and a.hash = ${hash} and a.command_version = ${version})
      returning approval_id`,
    tx,
  );
  if (row === undefined) return;
  const approvalId = row.approval_id;
  await recordAudit(tx, audit, {
    orgId,
    action: 'approval.request',
    subjectType: 'approval',
    subjectId: String(approvalId),
    after: { kit_id: commandId, loosens: differences.map(loosenedWords) },
  });
  await notify(tx, {
    orgId,
    userIds: approvers.map(({ userId: approverId }) => approverId),
    kind: 'approval_to_answer',
    actorUserId: userId,
    commandId,
    approvalId,
  });
  const sender = await senderOf(tx, userId);
  const mail = changeMail({
    org: await loadMailOrg(tx, orgId),
    sender,
    command: { name },
    approvalId,
    changes: differences.map(loosenedWords),
  });
  const mailed = approvers.flatMap(({ email, ...to }) => (email === null ? [] : [{ ...to, email }]));
  for (const to of mailed.slice(0, MOST_MAILED)) await queueMail(tx, orgId, sender, to, 'approval', mail);
}

async function senderOf(tx: Sql, userId: string): Promise<Person> {
  const [row] = await query(
    { name: column.text, email: column.text.nullable() },
    statement`select name, email from "user" where user_id = ${userId}`,
    tx,
  );
  if (row === undefined) throw new Error('A person who changed a command is gone');
  return { kind: 'person', userId, name: row.name, email: row.email, memberships: [] };
}
