import { createHash } from 'node:crypto';
import statement, { type Sql as Statement } from 'sql-template-tag';
import type { Configuration, Difference } from '@/lib/settings/configuration';
import { loosenedSafeguards, NEW_ENGINEER } from '@/lib/settings/loosened-safeguards';
import { approversOf } from '@/server/access/approvers';
import type { AuditSource } from '@/server/access/audit';
import { recordAudit } from '@/server/access/audit';
import { engineerIdsOf } from '@/server/access/engineers';
import type { Holder, Shared } from '@/server/access/give-role';
import { AfterRollback } from '@/server/base/database/after-rollback';
import type { Sql } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { settleAnswer } from '@/server/messages/notify';
import { askToLoosen, type Loosening } from '@/server/safeguards/ask-to-loosen';
import { endApproval } from '@/server/safeguards/end-approval';

const hashOf = (commandId: number, differences: readonly Difference[], holder?: Holder): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([commandId, differences, holder ?? null]))
    .digest();

/** A command whose runs need approval, before and after a change. */
export const CHANGED = {
  org_id: column.text,
  command_id: column.int,
  name: column.text,
  version: column.int,
  before: column.json<Configuration>(),
  after: column.json<Configuration>(),
};

/**
 * Selects `CHANGED` of what a statement has just kept as revisions: only commands whose runs needed approval.
 *
 * @param kept a CTE with the org_id, command_id, version, and content of new revisions
 */
export const changedBy = (kept: Statement): Statement => statement`
  select c.org_id, c.command_id, c.name, kept.version - 1 as version, was.content as before, kept.content as after
  from ${kept} kept
  join command c on c.org_id = kept.org_id and c.command_id = kept.command_id and c.deleted_at is null
  cross join lateral (
    select content from command_revision earlier
    where earlier.command_id = kept.command_id and earlier.version < kept.version
    order by earlier.version desc limit 1) was
  where (was.content #>> '{settings,needsApproval}')::boolean
  order by c.command_id`;

/**
 * Refuses a change of commands that loosens what protects them, unless another engineer has approved exactly this change
 * of this person: the approval is used up. Call it in the transaction of the change, once its revisions are kept, so that
 * whatever made the change is compared with what there was. What the product itself does isn't refused.
 *
 * @param newSecrets as `loosenedSafeguards` takes them
 * @throws AfterRollback which asks the other engineers, and then is a 422 that says whom
 */
export async function refuseLoosening(
  tx: Sql,
  audit: AuditSource,
  changed: readonly RowOf<typeof CHANGED>[],
  newSecrets: readonly string[] = [],
): Promise<void> {
  await refuseDifferences(
    tx,
    audit,
    changed.map(({ before, after, org_id: orgId, command_id: commandId, name, version }) => {
      const differences = loosenedSafeguards(before, after, newSecrets);
      return { orgId, commandId, name, version, differences };
    }),
  );
}

/** The same for what is known to be taken away from each command; nothing to refuse if it is nothing. */
export async function refuseDifferences(
  tx: Sql,
  audit: AuditSource,
  commands: readonly Omit<Loosening, 'hash'>[],
): Promise<void> {
  if (audit.actorUserId === null) return;
  const loosened = commands
    .filter(({ differences }) => differences.length > 0)
    .map((each) => ({ ...each, hash: hashOf(each.commandId, each.differences) }));
  await spendApprovals(tx, audit, audit.actorUserId, loosened);
}

/**
 * The same for a person or group that becomes an engineer, since engineers approve runs. While there is nobody who could
 * approve that, anyone may be made one: it is the way out for an engineer who is alone.
 *
 * @param holder with the address of a person who is invited by the same change. The refusal undoes the invitation, so
 *   their id is another one the next time, and only the address tells that the change is the same.
 */
export async function refuseNewEngineer(
  tx: Sql,
  audit: AuditSource,
  { kind, orgId, id }: Shared,
  holder: Holder & { name: string; address: string | null },
): Promise<void> {
  const { actorUserId } = audit;
  if (actorUserId === null) return;
  const of = kind === 'command' ? statement`c.command_id = ${id}` : statement`c.folder_id = ${id}`;
  const rows = await query(
    { command_id: column.int, name: column.text, version: column.int },
    statement`select c.command_id, c.name, c.version from command c
      where c.org_id = ${orgId} and ${of} and c.needs_approval and c.deleted_at is null and c.follows_command_id is null
      order by c.command_id`,
    tx,
  );
  const loosened: Loosening[] = [];
  for (const { command_id: commandId, name, version } of rows) {
    if (holder.kind === 'person' && (await engineerIdsOf(orgId, commandId)).includes(holder.id)) continue;
    const added = { inputKey: null, setting: NEW_ENGINEER, before: null, after: holder.name };
    const hash = hashOf(commandId, [added], { kind: holder.kind, id: holder.address ?? holder.id });
    if ((await approversOf(orgId, commandId, actorUserId)).length === 0) {
      await withdrawUnanswerable(tx, audit, actorUserId, { orgId, commandId, hash });
      continue;
    }
    // The folder says where the change is made again. What it does to the command is the same.
    const differences = [{ ...added, before: kind === 'folder' ? id : null }];
    loosened.push({ orgId, commandId, name, version, differences, hash });
  }
  await spendApprovals(tx, audit, actorUserId, loosened);
}

/** Withdraws what was asked while someone could still answer: the change is made without approval. */
async function withdrawUnanswerable(
  tx: Sql,
  audit: AuditSource,
  userId: string,
  { orgId, commandId, hash }: Pick<Loosening, 'orgId' | 'commandId' | 'hash'>,
): Promise<void> {
  const waiting = await query(
    { approval_id: column.int, name: column.text },
    statement`select a.approval_id, u.name from approval_request a
      join "user" u on u.user_id = a.asked_by_user_id
      where a.org_id = ${orgId} and a.command_id = ${commandId} and a.asked_by_user_id = ${userId}
        and a.loosens is not null and a.state = 'waiting' and a.hash = ${hash}
      for update of a`,
    tx,
  );
  const reason = 'The change was made: the command had no other engineer who could approve it.';
  for (const { approval_id: approvalId, name } of waiting) {
    const answer = { state: 'withdrawn', by: { userId, name }, reason } as const;
    await endApproval(tx, { orgId, approvalId }, answer, audit);
  }
}

async function spendApprovals(
  tx: Sql,
  audit: AuditSource,
  userId: string,
  loosened: readonly Loosening[],
): Promise<void> {
  const refused: Loosening[] = [];
  for (const each of loosened) {
    if (!(await spendApproval(tx, audit, userId, each))) refused.push(each);
  }
  if (refused.length > 0) throw new AfterRollback(() => askToLoosen(audit, userId, refused));
}

/** Returns whether another engineer approved this. Of two changes at once, one uses it: both lock the command. */
async function spendApproval(
  tx: Sql,
  audit: AuditSource,
  userId: string,
  { orgId, commandId, version, hash }: Loosening,
): Promise<boolean> {
  const [used] = await query(
    { approval_id: column.int },
    statement`update approval_request set used_at = now()
      where approval_id = (
        select approval_id from approval_request
        where org_id = ${orgId} and command_id = ${commandId} and asked_by_user_id = ${userId} and loosens is not null
          and state = 'granted' and used_at is null and expires_at > now() and command_version = ${version}
          and hash = ${hash}
        order by approval_id limit 1 for update)
        and used_at is null
      returning approval_id`,
    tx,
  );
  if (used === undefined) return false;
  await settleAnswer(tx, used.approval_id);
  await recordAudit(tx, audit, {
    orgId,
    action: 'approval.use',
    subjectType: 'approval',
    subjectId: String(used.approval_id),
    after: { kit_id: commandId },
  });
  return true;
}
