import statement from 'sql-template-tag';
import type { runAndReturnUrl as runAndReturnUrlOperation } from '@/lib/contract/runs/run-paths';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { sql } from '@/server/base/database/db';
import { execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { absolute, commandPath, loadMailOrg, refuseForeignBase } from '@/server/messages/links';
import type { Context } from '@/server/operations/context';
import { waitForStarted } from '@/server/runs/start/run-and-wait';

/** Runs a command as `run-sync` does, and returns the address of the page with its result. */
export async function runAndReturnUrl({
  actor,
  subject,
  body,
  audit,
  signal,
  key,
}: Context<typeof runAndReturnUrlOperation>) {
  refuseForeignBase(body.baseUrl, 'spa_host');
  const runGroupId = body.runGroupId ?? null;
  if (runGroupId !== null) await refuseForeignGroup(subject, actor.userId, runGroupId);
  const ended = await waitForStarted({
    actor,
    subject,
    templateId: body.templateId,
    params: body.params,
    isStartup: false,
    extras: { approvalNote: body.approvalNote, confirmation: body.confirmation },
    audit,
    signal,
    key,
    onStarted: async (runId) => {
      if (runGroupId === null) return;
      await execute(statement`update run set run_group_id = ${runGroupId}
        where org_id = ${subject.orgId} and run_id = ${runId}`);
    },
  });
  const org = await loadMailOrg(sql, subject.orgId);
  const url = `${absolute(commandPath(org, subject.commandId))}#run-${ended.runId}`;
  return { runId: ended.runId, status: ended.status, url };
}

/** Throws 400 unless the group is the person's own, of this command. */
async function refuseForeignGroup(
  { orgId, commandId }: RunnableSubject,
  userId: string,
  runGroupId: number,
): Promise<void> {
  const found = await query(
    {},
    statement`select from run_group where org_id = ${orgId} and command_id = ${commandId}
      and run_group_id = ${runGroupId}::bigint and user_id = ${userId}`,
  );
  if (found.length === 1) return;
  throw new AppError('invalid', "The run_group_id isn't yours, or is of another command.", {
    issues: [{ path: 'run_group_id', message: 'Must be your own group of this command' }],
  });
}
