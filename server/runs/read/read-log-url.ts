import statement from 'sql-template-tag';
import { downloadLog } from '@/lib/contract/runs/run-events';
import type { readLogUrl as readLogUrlOperation } from '@/lib/contract/runs/run-paths';
import type { ResultFacts } from '@/lib/results/result-facts';
import { API_BASE, fillPath } from '@/lib/wire/url';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';

/** The address of a run's log as the source has it, else of the log that is kept here. Throws 409 if there is neither. */
export async function readLogUrl({ subject }: Context<typeof readLogUrlOperation>): Promise<{ url: string }> {
  const { orgId, runId, command } = subject;
  const [row] = await query(
    { result_facts: column.text.nullable(), has_log: column.boolean },
    statement`select result_facts,
       log_text is not null or exists (select from run_log l where l.org_id = r.org_id and l.run_id = r.run_id) as has_log
     from run r where org_id = ${orgId} and run_id = ${runId}`,
  );
  const facts: Partial<ResultFacts> = JSON.parse(row?.result_facts ?? '{}');
  const atSource = facts.links?.find(({ kind }) => kind === 'log');
  if (atSource !== undefined) return { url: atSource.url };
  if (row?.has_log !== true) throw new AppError('conflict', 'No logs available');
  const names = { orgId, kitId: String(command.commandId), runId: String(runId) };
  return { url: env().appUrl + API_BASE + fillPath(downloadLog.path, names) };
}
