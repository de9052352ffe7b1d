import statement, { raw, type Sql as Statement } from 'sql-template-tag';
import { autoRunPurpose } from '@/server/automation/schedules/auto-runs/stored-auto-runs';
import { jobPurpose } from '@/server/automation/schedules/job-values';
import { webhookPurpose } from '@/server/automation/webhooks/webhook-inputs';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { seal } from '@/server/base/secrets/seal';
import type { SealingTask } from '@/server/commands/secrets/sealing-tasks';

/** Where values of inputs are stored for runs that start by themselves. */
const places = [
  { table: 'scheduled_job_input', owner: 'scheduled_job_id', purpose: jobPurpose },
  { table: 'scheduled_auto_run_input', owner: 'scheduled_auto_run_id', purpose: autoRunPurpose },
  { table: 'webhook_input', owner: 'webhook_id', purpose: webhookPurpose },
] as const;

/** Seals the values that schedules, their auto-runs, and webhooks have for an input that became a secret. */
export async function sealStoredValues(tx: Sql, { orgId, templateId, key }: SealingTask): Promise<void> {
  const ofInput: Statement = statement`v.input_id in (
    select i.input_id from command_input i
    join template_input ti on ti.template_input_id = i.template_input_id
    where i.org_id = ${orgId} and ti.template_id = ${templateId} and ti.key = ${key})`;
  for (const { table, owner, purpose } of places) {
    const rows = await query(
      { owner_id: column.int, input_id: column.int, value: column.text },
      statement`select v.${raw(owner)} as owner_id, v.input_id, v.value from ${raw(table)} v
        where v.org_id = ${orgId} and v.value is not null and ${ofInput} for update`,
      tx,
    );
    for (const { owner_id: ownerId, input_id: inputId, value } of rows) {
      await execute(
        statement`update ${raw(table)} set value = null, sealed_value = ${seal(value, purpose(orgId, ownerId)(inputId))}
          where org_id = ${orgId} and ${raw(owner)} = ${ownerId} and input_id = ${inputId}`,
        tx,
      );
    }
  }
}
