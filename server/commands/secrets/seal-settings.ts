import statement from 'sql-template-tag';
import type { InputValues } from '@/lib/inputs/input';
import { withoutSecrets } from '@/lib/inputs/secret-values';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import type { SealingTask } from '@/server/commands/secrets/sealing-tasks';

/** Takes the values of a new secret out of what commands keep: presets hold none, and revisions say that one was set. */
export async function sealSettings(tx: Sql, task: SealingTask): Promise<void> {
  await cleanPresets(tx, task);
  await markRevisions(tx, task);
}

async function cleanPresets(tx: Sql, { orgId, templateId, keys, type }: SealingTask): Promise<void> {
  const inputs = keys.map((key) => ({ key, type }));
  const presets = await query(
    { preset_id: column.int, values: column.text },
    statement`select p.preset_id, p.values from preset p
      join command c on c.org_id = p.org_id and c.command_id = p.command_id
      where c.org_id = ${orgId} and c.template_id = ${templateId} for update of p`,
    tx,
  );
  for (const { preset_id: presetId, values } of presets) {
    const open = JSON.stringify(withoutSecrets(inputs, JSON.parse(values) as InputValues));
    if (open === values) continue;
    await execute(statement`update preset set values = ${open} where preset_id = ${presetId}`, tx);
  }
}

/** Restoring a revision with the mark keeps the default that there is. */
const markRevisions = (tx: Sql, { orgId, templateId, keys }: SealingTask): Promise<void> =>
  execute(
    statement`update command_revision r set content = jsonb_set(
        jsonb_set(r.content, '{inputs}', coalesce((
          select jsonb_agg(case
              when input->>'key' = any(${keys}::text[]) and jsonb_typeof(input->'defaultValue') <> 'null'
              then jsonb_set(input, '{defaultValue}', '{"is_set": true}') else input end order by place)
          from jsonb_array_elements(r.content->'inputs') with ordinality each (input, place)), '[]')),
        '{settings,startupValues}', case when jsonb_typeof(r.content #> '{settings,startupValues}') = 'object' then (
          select coalesce(jsonb_object_agg(key, case when key = any(${keys}::text[]) then '{"is_set": true}' else value end), '{}')
          from jsonb_each(r.content #> '{settings,startupValues}')) else r.content #> '{settings,startupValues}' end, false)
      from command c
      where c.org_id = ${orgId} and c.template_id = ${templateId} and r.org_id = c.org_id and r.command_id = c.command_id
        and r.content ? 'inputs'`,
    tx,
  );
