import statement from 'sql-template-tag';
import { formatDuration } from '@/lib/runs/duration';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError, invalidAt } from '@/server/base/errors';

const ASKS = {
  approval: 'need approval: it runs before anyone could give it',
  confirmation: 'be confirmed with a word: nobody is there to type it',
};

function helperMessage(helper: 'startup' | 'dropdown', asks: keyof typeof ASKS): string {
  const what = helper === 'startup' ? 'runs on startup' : 'fills a dropdown';
  const other =
    helper === 'startup' ? 'Turn off "Run on startup" first.' : 'Use another command for the dropdown first.';
  return `A command that ${what} can't ${ASKS[asks]}. ${other}`;
}

const RUNNING = {
  helper: column.oneOf(['startup', 'dropdown']).nullable(),
  asks: column.oneOf(['approval', 'confirmation']).nullable(),
  retries_unsafely: column.boolean,
  timeout_seconds: column.int.nullable(),
};

/**
 * Throws 422 if the settings of commands contradict each other: a command that runs by itself asks a person for
 * something, or one that may change something is tried again. Call it in the transaction of a change to any of these
 * settings, after the change.
 */
export async function checkRunning(
  tx: Sql,
  orgId: string,
  which: { templateId: number } | { commandId: number },
): Promise<void> {
  const ofThese =
    'templateId' in which
      ? statement`c.template_id = ${which.templateId}`
      : statement`c.command_id = ${which.commandId}`;
  const rows = await query(
    RUNNING,
    statement`select case when t.run_on_startup then 'startup' when exists (
         select from dropdown d where d.org_id = c.org_id and d.sender_command_id = c.command_id) then 'dropdown'
       end as helper,
       case when c.needs_approval then 'approval' when c.confirmation_word is not null then 'confirmation' end as asks,
       c.retry_count > 0 and t.warning_tag is distinct from 'safe' as retries_unsafely, c.timeout_seconds
     from command c join template t on t.org_id = c.org_id and t.template_id = c.template_id
     where c.org_id = ${orgId} and ${ofThese} and c.deleted_at is null
       and (c.needs_approval or c.confirmation_word is not null or c.retry_count > 0 or c.timeout_seconds is not null)`,
    tx,
  );
  for (const { helper, asks, retries_unsafely, timeout_seconds } of rows) {
    if (helper !== null && asks !== null) throw new AppError('impossible', helperMessage(helper, asks));
    if (retries_unsafely) {
      throw new AppError(
        'impossible',
        'Only commands that are set to "Reads data" under Safety are retried after a failure. Set that, or set the retries to 0.',
      );
    }
    refuseLongTimeout(timeout_seconds);
  }
}

/** Throws 400 for a time limit that is longer than the installation allows. */
export function refuseLongTimeout(timeoutSeconds: number | null): void {
  const { runTimeoutMs } = env();
  if (timeoutSeconds === null || timeoutSeconds * 1000 <= runTimeoutMs) return;
  const message = `No run may take longer than ${formatDuration(runTimeoutMs)} here. Choose a lower time limit.`;
  throw invalidAt('timeoutSeconds', message);
}
