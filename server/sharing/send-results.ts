import statement from 'sql-template-tag';
import { decideOnCommand, orgRoleOf } from '@/lib/access/decide';
import type { Person } from '@/lib/access/vocabulary';
import type { BodyOf } from '@/lib/contract/operation';
import { payloadFormat, runEndReason, runStatus } from '@/lib/contract/runs/run';
import type { sendResults as sendResultsOperation } from '@/lib/contract/runs/send-results';
import type { mailOutcomes } from '@/lib/contract/sharing/mail-outcome';
import type { BulkCounts } from '@/lib/results/bulk-counts';
import { downloadFormats, extensionsOf } from '@/lib/runs/download-formats';
import { resultStateOf } from '@/lib/runs/result-state';
import type { Decoded } from '@/lib/wire/wire';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import type { RunSubject } from '@/server/access/load/load-run';
import { DELETION, DELETION_COLUMNS, resultDeletionOf } from '@/server/access/load/result-deletion';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import type { MailContent } from '@/server/messages/content';
import { loadMailOrg, type MailOrg, refuseForeignBase } from '@/server/messages/links';
import { type Addressee, allowMail, queueMail } from '@/server/messages/queue-mail';
import type { Context } from '@/server/operations/context';
import { findReader, type Reader } from '@/server/sharing/find-reader';
import { resultMail, type SentRun } from '@/server/sharing/result-mail';

type Outcome = Decoded<typeof mailOutcomes>[number];
type Body = BodyOf<typeof sendResultsOperation>;

const NOBODY_CHOSEN = 'Please enter at least one email address.';

/**
 * Mails the result of a run. Everyone who may see the run may send it to people of the organization; only admins of the
 * organization reach others. Recipients without access become runners if the sender may share the command, unless the
 * request says otherwise. What is attached is masked like everything that leaves, even if the sender may reveal it.
 */
export async function sendResults({
  actor,
  subject,
  body,
  audit,
}: Context<typeof sendResultsOperation>): Promise<Outcome[]> {
  refuseForeignBase(body.baseUrl);
  if (body.commandId != null && body.commandId !== subject.command.commandId) {
    throw new AppError('invalid', 'This run is of another command.', {
      issues: [{ path: 'kitId', message: 'Must be the command of the run' }],
    });
  }
  const run = await sentRun(subject);
  return transaction(async (tx) => {
    await allowMail(tx, subject.orgId, actor.userId, body.recipients.length);
    const org = await loadMailOrg(tx, subject.orgId);
    const { outcomes, readers } = await findReaders(tx, actor, subject, body, audit);
    if (outcomes.length === 0) {
      throw new AppError('invalid', NOBODY_CHOSEN, {
        issues: [{ path: 'recipients', message: NOBODY_CHOSEN }],
      });
    }
    const attachment = attachmentOf(subject, run, body);
    for (const group of body.isOneChain === true ? chains(readers) : readers.map((one) => [one])) {
      await postTo(tx, group, { actor, org, run, body, attachment });
    }
    if (readers.length > 0) {
      await recordAudit(tx, audit, {
        orgId: subject.orgId,
        action: 'run.send',
        subjectType: 'run',
        subjectId: String(subject.runId),
        after: {
          kit_id: subject.command.commandId,
          user_ids: readers.map(({ to }) => to.userId),
          attached: attachment !== undefined,
        },
      });
    }
    return outcomes;
  });
}

/** The recipients in turn: those who get the message, and the outcome for each who has an address. */
async function findReaders(
  tx: Sql,
  actor: Person,
  { orgId, command }: RunSubject,
  body: Body,
  audit: AuditSource,
): Promise<{ outcomes: Outcome[]; readers: Reader[] }> {
  const mayShare = decideOnCommand(actor, 'command.share', command.standing) === 'allowed';
  const invitesToCommand = body.invitesToCommand ?? (mayShare && command.standing.visibility !== 'justme');
  const invitesToOrg = body.invitesToOrg ?? orgRoleOf(actor, orgId) === 'admin';
  const readers: Reader[] = [];
  const outcomes: Outcome[] = [];
  for (const recipient of body.recipients) {
    const inviting = { invitesToCommand, invitesToOrg, mayShare };
    const reader = await findReader(tx, actor, command, recipient, inviting, audit);
    if (reader === null) continue;
    if (typeof reader === 'string') {
      const { email = null, userId = null } = recipient;
      outcomes.push({ email, userId, error: reader, posted: null, mailId: null });
      continue;
    }
    if (!readers.some(({ to }) => to.userId === reader.to.userId)) readers.push(reader);
    const posted = env().mail === null ? 'outbox' : 'queued';
    outcomes.push({ email: reader.to.email, userId: reader.to.userId, error: null, posted, mailId: null });
  }
  return { outcomes, readers };
}

/** Nobody can open a link for others: people with and without access get messages of their own. */
function chains(readers: readonly Reader[]): Reader[][] {
  const withAccess = readers.filter(({ hasAccess }) => hasAccess);
  const without = readers.filter(({ hasAccess }) => !hasAccess);
  return [withAccess, without].filter(({ length }) => length > 0);
}

interface Posting {
  actor: Person;
  org: MailOrg;
  run: SentRun;
  body: Body;
  attachment: MailContent['attachment'];
}

async function postTo(
  tx: Sql,
  readers: readonly Reader[],
  { actor, org, run, body, attachment }: Posting,
): Promise<void> {
  const [first, ...others] = readers;
  if (first === undefined) return;
  const mail = resultMail({
    org,
    sender: actor,
    run,
    note: body.note ?? null,
    hasAccess: first.hasAccess,
    isPending: readers.some(({ isPending }) => isPending),
    attachment,
    alsoTo: others.map(({ to }) => addressOf(to)),
  });
  await queueMail(tx, org.orgId, actor, first.to, 'result', mail);
}

const addressOf = ({ name, email }: Addressee) => ({ name, address: email });

const RUN = {
  name: column.text,
  ended_at: column.time.nullable(),
  total_rows: column.int.nullable(),
  is_over: column.boolean,
  has_result: column.boolean,
  payload_format: payloadFormat.nullable(),
  status: runStatus,
  end_reason: runEndReason.nullable(),
  bulk: column.json<BulkCounts | null>(),
  ...DELETION,
};

type Found = SentRun & { payloadFormat: keyof typeof downloadFormats | null };

/** Throws 409 if the run has no result to send yet. */
async function sentRun({ orgId, runId, command }: RunSubject): Promise<Found> {
  const [row] = await query(
    RUN,
    statement`select c.name, r.ended_at, r.total_rows, r.status not in ('starting', 'running') as is_over, r.has_result,
       r.payload_format, r.status, r.end_reason, ${DELETION_COLUMNS},
       (select json_build_object('total', b.row_count,
         'failed', count(*) filter (where child.end_reason <> 'cancelled'),
         'canceled', count(*) filter (where child.end_reason = 'cancelled'))
        from bulk_run b left join run child on child.parent_run_id = b.run_id and child.trigger = 'bulk'
        where b.org_id = r.org_id and b.run_id = r.run_id group by b.row_count) as bulk
     from run r join command c on c.org_id = r.org_id and c.command_id = r.command_id
     where r.org_id = ${orgId} and r.run_id = ${runId}`,
  );
  if (row?.is_over !== true) {
    throw new AppError('conflict', 'This run is still in progress. Send its result when it has ended.');
  }
  return {
    runId,
    commandId: command.commandId,
    commandName: row.name,
    endedAt: row.ended_at,
    totalRows: row.total_rows,
    payloadFormat: row.has_result ? row.payload_format : null,
    endReason: row.end_reason,
    bulk: row.bulk,
    state: resultStateOf({
      status: row.status,
      extensions: extensionsOf(row.payload_format, row.has_result),
      resultDeletion: resultDeletionOf(row),
    }),
  };
}

/** What the worker attaches; undefined for nothing. */
function attachmentOf({ orgId, runId }: RunSubject, run: Found, body: Body): MailContent['attachment'] {
  if (body.attaches === false) return undefined;
  if (run.bulk !== null) return { orgId, runId, format: body.format ?? 'csv', isOfRows: true };
  if (run.payloadFormat === null) return undefined;
  const formats = downloadFormats[run.payloadFormat];
  const wanted = body.format ?? 'csv';
  const format = formats.includes(wanted) ? wanted : formats[0];
  return format === undefined ? undefined : { orgId, runId, format };
}
