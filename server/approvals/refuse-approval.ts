import statement from 'sql-template-tag';
import type { Sql } from '@/server/db';
import { AppError } from '@/server/errors';
import { column, query } from '@/server/statements';

const MESSAGES = {
  startup:
    'A command that runs on startup can\'t need approval: it runs before anyone could give it. Turn off "Run on startup" or the approval.',
  dropdown:
    "A command that fills a dropdown can't need approval: its options load whenever a form opens. Use another command for the dropdown, or turn off the approval.",
};

/**
 * Throws 422 if a command of the template needs approval and also runs by itself, on startup or for a dropdown. Call it
 * in the transaction of a change to either, after the change.
 */
export async function refuseApprovalOfHelpers(
  tx: Sql,
  orgId: string,
  which: { templateId: number } | { commandId: number },
): Promise<void> {
  const ofThese =
    'templateId' in which
      ? statement`c.template_id = ${which.templateId}`
      : statement`c.command_id = ${which.commandId}`;
  const [found] = await query(
    { role: column.oneOf(['startup', 'dropdown']) },
    statement`select case when t.run_on_startup then 'startup' else 'dropdown' end as role
     from command c join template t on t.org_id = c.org_id and t.template_id = c.template_id
     where c.org_id = ${orgId} and ${ofThese} and c.needs_approval and c.deleted_at is null and (t.run_on_startup
       or exists (select from dropdown d where d.org_id = c.org_id and d.sender_command_id = c.command_id))
     limit 1`,
    tx,
  );
  if (found !== undefined) throw new AppError('impossible', MESSAGES[found.role]);
}
