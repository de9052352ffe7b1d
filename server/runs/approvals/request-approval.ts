import statement from 'sql-template-tag';
import type { Person, Through } from '@/lib/access/vocabulary';
import { type Approver, approversOf } from '@/server/access/approvers';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load/load-command';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { approvalMail } from '@/server/messages/approval-messages';
import { loadMailOrg } from '@/server/messages/links';
import { notify } from '@/server/messages/notify';
import { queueMail } from '@/server/messages/queue-mail';
import { RUN_DIGEST } from '@/server/runs/start/run-digest';

/** A command whose runs need approval, and who can approve them. */
export interface ApprovalGate {
  approvers: Approver[];
  /** Who else had a part in the runs, and can't approve them either. */
  alsoAsked: string[];
}

/** More engineers than this aren't sent a message each; all of them see the request in Pushboard. */
const MOST_MAILED = 10;
/** How many requests of one person can wait in an organization. */
const MOST_WAITING = 100;
/** Above this many requests of one person in an hour, no more messages are sent. */
const MOST_MAILS_AN_HOUR = 60;

/**
 * What stands between a person and a run of the command: null if nothing does. Throws 422 if the command needs approval
 * and nobody could give it: neither the asker can, nor, where that is the owner of a job or webhook, anyone else who
 * changed it. Call it once the values are read, and before the transaction of `requestApproval`.
 *
 * @param others who made the owner's job or webhook start this run
 */
export async function approvalGate(
  command: RunnableSubject,
  { userId, through }: Pick<Person, 'userId' | 'through'>,
  others: readonly string[] = [],
): Promise<ApprovalGate | null> {
  if (!command.form.command.needsApproval) return null;
  const engineers = await approversOf(command.orgId, command.commandId, userId);
  const involved = new Set([...others, ...(await settersOf(command.orgId, through))]);
  const approvers = engineers.filter((engineer) => !involved.has(engineer.userId));
  if (approvers.length > 0) {
    return { approvers, alsoAsked: [...involved].filter((other) => other !== userId) };
  }
  const why =
    engineers.length === 0
      ? 'it has no other engineer. Share it with a second engineer, or ask for that.'
      : 'all of its other engineers have changed or started this job or webhook. Create a new one, or share the command with one more engineer.';
  throw new AppError('impossible', `“${command.name}” needs another engineer's approval, but ${why}`);
}

/** Who changed the job or webhook that starts a run, besides its owner. */
async function settersOf(orgId: string, through: Through | undefined): Promise<string[]> {
  if (through?.kind !== 'schedule' && through?.kind !== 'webhook') return [];
  const [row] = await query(
    { also_set_by: column.texts },
    through.kind === 'schedule'
      ? statement`select also_set_by from scheduled_job
         where org_id = ${orgId} and scheduled_job_id = ${through.jobId}`
      : statement`select also_set_by from webhook where org_id = ${orgId} and webhook_id = ${through.webhookId}`,
  );
  return row?.also_set_by ?? [];
}

interface Asked {
  command: RunnableSubject;
  actor: Person;
  /** Runs that have their values and definition, and can't be claimed. */
  runIds: readonly number[];
  /** The bulk run whose rows these are; it waits with them. */
  bulkRunId?: number;
  /** The run whose result these rows were taken from. */
  sourceRunId?: number | null;
  note: string | null | undefined;
  audit: AuditSource;
}

/**
 * Requests approval of one run, or of many at once, in the transaction that stored their values. They get in line when
 * the request is granted. Returns the request's id.
 */
export async function requestApproval(
  tx: Sql,
  { approvers, alsoAsked }: ApprovalGate,
  { command, actor, runIds, bulkRunId, sourceRunId, note, audit }: Asked,
): Promise<number> {
  const { orgId, commandId, form } = command;
  await refuseMany(tx, orgId, actor.userId);
  const text = note?.trim() || null;
  const [row] = await query(
    { approval_id: column.int, run_count: column.int },
    statement`with asked as (
       select r.run_id, ${RUN_DIGEST} as digest from run r
       join run_definition d on d.org_id = r.org_id and d.definition_id = r.definition_id
       where r.org_id = ${orgId} and r.run_id = any(${bulkRunId === undefined ? [...runIds] : [bulkRunId, ...runIds]}::bigint[])
         and r.status = 'starting'
     ), request as (
       insert into approval_request (org_id, command_id, asked_by_user_id, also_asked_by, asked_role, note, run_count, hash,
         command_version, template_version, credential_version, expires_at)
       select c.org_id, ${commandId}, ${actor.userId}, ${alsoAsked}::text[], ${command.standing.access?.role ?? null}::access_role,
         ${text}, asked.count, asked.hash, ${form.command.version}, ${form.template.version}, k.version,
         now() + make_interval(hours => c.approval_hours)
       from command c
       join credential k on k.org_id = c.org_id and k.credential_id = ${form.template.credentialId}
       cross join (select (count(*) filter (where run_id is distinct from ${bulkRunId ?? null}::bigint))::int as count,
         sha256(string_agg(digest, ''::bytea order by run_id)) as hash from asked) asked
       where c.org_id = ${orgId} and c.command_id = ${command.configuredId} and asked.count > 0
       returning approval_id, run_count
     ), listed as (
       insert into approval_run (org_id, run_id, approval_id, digest)
       select ${orgId}, asked.run_id, request.approval_id, asked.digest from asked, request
     )
     select approval_id, run_count from request`,
    tx,
  );
  if (row === undefined || row.run_count !== runIds.length) throw new Error('Runs to approve were not found');
  const approvalId = row.approval_id;
  await recordAudit(tx, audit, {
    orgId,
    action: 'approval.request',
    subjectType: 'approval',
    subjectId: String(approvalId),
    after: {
      kit_id: commandId,
      run_count: runIds.length,
      run_id: bulkRunId ?? runIds[0] ?? null,
      ...(sourceRunId == null ? {} : { rows_from: sourceRunId }),
      ...(alsoAsked.length === 0 ? {} : { also_asked_by: alsoAsked }),
    },
  });
  const userIds = approvers.map(({ userId }) => userId);
  await notify(tx, {
    orgId,
    userIds,
    kind: 'approval_to_answer',
    actorUserId: actor.userId,
    commandId,
    approvalId,
  });
  await mailApprovers(tx, approvers, { command, actor, note: text, approvalId, runCount: runIds.length });
  return approvalId;
}

/** Throws 429 if a person has too many requests that nobody has answered yet. */
async function refuseMany(tx: Sql, orgId: string, userId: string): Promise<void> {
  const [row] = await query(
    { count: column.int },
    statement`select count(*)::int from approval_request
     where org_id = ${orgId} and asked_by_user_id = ${userId} and state = 'waiting'`,
    tx,
  );
  if ((row?.count ?? 0) < MOST_WAITING) return;
  throw new AppError(
    'too_many_requests',
    `${MOST_WAITING} of your requests wait for approval. Withdraw some, or wait for an answer.`,
    { retryAfterSeconds: 3600 },
  );
}

interface Mailed {
  command: RunnableSubject;
  actor: Person;
  note: string | null;
  approvalId: number;
  runCount: number;
}

/** The request counts without a message as well, so a limit on messages never refuses it. */
async function mailApprovers(
  tx: Sql,
  approvers: readonly Approver[],
  { command, actor, note, approvalId, runCount }: Mailed,
): Promise<void> {
  const [sent] = await query(
    { count: column.int },
    statement`select count(*)::int from mail_message
     where sent_by_user_id = ${actor.userId} and kind = 'approval' and created_at > now() - interval '1 hour'`,
    tx,
  );
  if ((sent?.count ?? 0) >= MOST_MAILS_AN_HOUR) return;
  const org = await loadMailOrg(tx, command.orgId);
  const mail = approvalMail({ org, sender: actor, command, approvalId, runCount, note });
  const mailed = approvers.flatMap(({ email, ...to }) => (email === null ? [] : [{ ...to, email }]));
  for (const to of mailed.slice(0, MOST_MAILED)) {
    await queueMail(tx, command.orgId, actor, to, 'approval', mail);
  }
}
