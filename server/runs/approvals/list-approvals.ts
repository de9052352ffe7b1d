import statement, { empty, type Sql as Statement } from 'sql-template-tag';
import type { z } from 'zod';
import { decideOnCommand, orgRoleOf } from '@/lib/access/decide';
import type { Person } from '@/lib/access/vocabulary';
import { type approvalRequest, MOST_SHOWN_RUNS } from '@/lib/contract/runs/approval-shapes';
import {
  type listApprovals as listApprovalsOperation,
  MOST_APPROVALS,
  type readApproval as readApprovalOperation,
} from '@/lib/contract/runs/approvals';
import { approvalState } from '@/lib/contract/runs/run-approval';
import { warningTag } from '@/lib/settings/command-choices';
import { commandSettings } from '@/lib/settings/command-settings';
import type { Difference } from '@/lib/settings/configuration';
import { loosenedWords, NEW_ENGINEER } from '@/lib/settings/loosened-safeguards';
import { type Approver, approversOfCommands } from '@/server/access/approvers';
import { COMMAND, COMMAND_COLUMNS, commandSubject } from '@/server/access/load/load-command';
import { personNameThen } from '@/server/access/people/names-then';
import { commandAccess } from '@/server/access/scope';
import { andOwnRun, viewerOf } from '@/server/access/viewer';
import { adHocSql } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { NO_RUNS, type RunEnds, runEnds } from '@/server/runs/approvals/run-ends';
import { type ShownRun, shownRuns } from '@/server/runs/approvals/shown-runs';

type ApprovalRequest = z.output<typeof approvalRequest>;

const APPROVAL = {
  ...COMMAND,
  /** What was asked to run: a copycat of `c`, or `c` itself. */
  asked_command_id: column.int,
  asked_command_name: column.text,
  description: column.text.nullable(),
  warning_tag: warningTag.nullable(),
  approval_id: column.int,
  state: approvalState,
  run_count: column.int,
  loosens: column.json<Difference[] | null>(),
  is_used: column.boolean,
  asked_by_user_id: column.text,
  asked_by_name: column.text,
  also_asked_by: column.texts,
  note: column.text.nullable(),
  created_at: column.time,
  expires_at: column.time,
  is_due: column.boolean,
  answered_by_name: column.text.nullable(),
  answered_at: column.time.nullable(),
  reason: column.text.nullable(),
};

interface Wanted {
  /** Follows another condition. */
  and: Statement;
  most: number;
}

/**
 * Requests that the actor may see: their own, and those of the commands whose engineer they are, and of the copies of
 * these. People who lost a command see none of its requests.
 */
async function readApprovals(
  actor: Person,
  orgId: string,
  { and, most }: Wanted,
): Promise<ApprovalRequest[]> {
  const viewer = viewerOf(actor);
  const isMember = orgRoleOf(actor, orgId) !== null;
  const rows = await query(
    APPROVAL,
    statement`select ${COMMAND_COLUMNS}, asked.command_id as asked_command_id, asked.name as asked_command_name,
       coalesce(c.description, t.description) as description, t.warning_tag::text,
       a.approval_id, a.state::text, a.run_count, a.loosens, a.used_at is not null as is_used, a.asked_by_user_id,
       ${personNameThen(statement`a.created_at`, 'asker')} as asked_by_name, a.also_asked_by, a.note, a.created_at, a.expires_at,
       a.expires_at <= now() as is_due, ${personNameThen(statement`a.answered_at`, 'answerer')} as answered_by_name,
       a.answered_at, a.reason
     from approval_request a
     join command asked on asked.org_id = a.org_id and asked.command_id = a.command_id and asked.deleted_at is null
     join command c on c.org_id = a.org_id and c.deleted_at is null
       and c.command_id = coalesce(asked.follows_command_id, asked.command_id)
     join template t on t.org_id = c.org_id and t.template_id = c.template_id
     join "user" asker on asker.user_id = a.asked_by_user_id
     left join "user" answerer on answerer.user_id = a.answered_by_user_id
     ${commandAccess(viewer)}
     where a.org_id = ${orgId} and access.role is not null
       and (a.asked_by_user_id = ${actor.userId} or (${isMember} and access.role = 'admin'))
       and (a.loosens is not null or exists (select from approval_run ar join run r on r.org_id = ar.org_id and r.run_id = ar.run_id
         where ar.org_id = a.org_id and ar.approval_id = a.approval_id ${andOwnRun(viewer)}))
       ${and}
     order by a.approval_id desc limit ${most}`,
    adHocSql,
  );
  const [shown, ends, approvers] = await Promise.all([
    shownRuns(
      orgId,
      rows.map(({ approval_id, role }) => ({ approvalId: approval_id, showsAll: role === 'admin' })),
    ),
    runEnds(
      orgId,
      rows.map(({ approval_id }) => approval_id),
    ),
    approversOfCommands(orgId, [
      ...new Set(rows.flatMap((row) => (row.state === 'waiting' ? [row.command_id] : []))),
    ]),
  ]);
  return rows.map((row) =>
    approvalOf(actor, row, {
      runs: shown.get(row.approval_id) ?? [],
      ends: ends.get(row.approval_id) ?? NO_RUNS,
      approvers: row.state === 'waiting' ? (approvers.get(row.command_id) ?? []) : [],
    }),
  );
}

const isOpen = ({ state, is_due }: Pick<RowOf<typeof APPROVAL>, 'state' | 'is_due'>): boolean =>
  state === 'waiting' && !is_due;

interface OfRequest {
  runs: readonly ShownRun[];
  ends: RunEnds;
  /** Everyone who could answer it, had they not asked. */
  approvers: readonly Approver[];
}

function approvalOf(
  actor: Person,
  row: RowOf<typeof APPROVAL>,
  { runs, ends: { runCounts, bulkRunId }, approvers }: OfRequest,
): ApprovalRequest {
  const { standing } = commandSubject(row);
  return {
    approvalId: row.approval_id,
    commandId: row.asked_command_id,
    commandName: row.asked_command_name,
    answerCommandId: row.command_id,
    description: row.description,
    warningTag: row.warning_tag,
    state: row.state,
    runCount: row.run_count,
    changes: (row.loosens ?? []).map(loosenedWords),
    ...placeOf(row.loosens),
    isUsed: row.is_used,
    runs: runs
      .slice(0, MOST_SHOWN_RUNS)
      .map(({ inputNames: _, hasDropdowns: __, hasDryRun: ___, ...run }) => run),
    runCounts,
    bulkRunId,
    inputNames: Object.assign({}, ...runs.map(({ inputNames }) => inputNames)) as Record<string, string>,
    hasDropdowns: runs.some(({ hasDropdowns }) => hasDropdowns),
    // What only reads has nothing to undo.
    hasDryRun: row.warning_tag !== 'safe' && runs.some(({ hasDryRun }) => hasDryRun),
    userId: row.asked_by_user_id,
    userName: row.asked_by_name,
    note: row.note,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    answeredByName: row.answered_by_name,
    answeredAt: row.answered_at?.toISOString() ?? null,
    reason: row.reason,
    mayAnswer:
      isOpen(row) &&
      row.asked_by_user_id !== actor.userId &&
      !row.also_asked_by.includes(actor.userId) &&
      decideOnCommand(actor, 'command.approve', standing) === 'allowed',
    hasPart: row.also_asked_by.includes(actor.userId),
    otherApprovers: approvers.flatMap(({ userId, name }) =>
      [actor.userId, row.asked_by_user_id, ...row.also_asked_by].includes(userId) ? [] : [name],
    ),
  };
}

/** Where a change is made again. */
function placeOf(loosens: Difference[] | null): Pick<ApprovalRequest, 'changePlace' | 'sharedFolderId'> {
  const added = loosens?.find(({ setting }) => setting === NEW_ENGINEER);
  if (added === undefined) {
    const isOfVisibility =
      loosens?.some(({ setting }) => setting === commandSettings.visibility.wire) === true;
    const place = isOfVisibility ? 'visibility' : 'configure';
    return { changePlace: loosens === null ? null : place, sharedFolderId: null };
  }
  return { changePlace: 'share', sharedFolderId: typeof added.before === 'number' ? added.before : null };
}

type Box = NonNullable<Context<typeof listApprovalsOperation>['query']['box']>;

function ofBox({ userId }: Person, box: Box | undefined): Statement {
  const isAsked = statement`(a.asked_by_user_id = ${userId} or ${userId} = any(a.also_asked_by))`;
  switch (box) {
    case 'asked':
      return statement`and ${isAsked}`;
    case 'to_answer':
      return statement`and not ${isAsked}`;
    case 'answered':
      return statement`and not ${isAsked} and a.state <> 'waiting'`;
    case undefined:
      return empty;
  }
}

export async function listApprovals({
  actor,
  subject: { orgId },
  query: { box, state, before, per_page = MOST_APPROVALS },
}: Context<typeof listApprovalsOperation>) {
  const ofState = state === undefined ? empty : statement`and a.state = ${state}::approval_state`;
  const older = before === undefined ? empty : statement`and a.approval_id < ${before}::bigint`;
  return readApprovals(actor, orgId, {
    and: statement`${ofBox(actor, box)} ${ofState} ${older}`,
    most: per_page,
  });
}

/** Returns a request to someone who may see it. Throws 404 for everyone else. */
export async function readApprovalAs(
  actor: Person,
  orgId: string,
  approvalId: number,
): Promise<ApprovalRequest> {
  const and = statement`and a.approval_id = ${approvalId}::bigint`;
  const [found] = await readApprovals(actor, orgId, { and, most: 1 });
  if (found === undefined) throw notFound();
  return found;
}

export const readApproval = ({
  actor,
  subject,
  params,
}: Context<typeof readApprovalOperation>): Promise<ApprovalRequest> =>
  readApprovalAs(actor, subject.orgId, params.approvalId);
