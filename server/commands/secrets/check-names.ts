import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { SECRET_MARK } from '@/lib/base/secret-mark';
import type { InputType } from '@/lib/inputs/input';
import { withSecrecy } from '@/lib/inputs/secrets/secret-names';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { noteNewSecrets } from '@/server/commands/secrets/sealing-tasks';
import { bytesAsJson, sealDefault } from '@/server/commands/settings/sealed-default';

const INPUTS_A_BATCH = 500;

/**
 * Looks at the next inputs of earlier releases, which only some kinds of sources named as secrets. Those that are secrets
 * by their names become such. What is chosen from a dropdown stays as it is. Returns how many were looked at; 0 when none are
 * left. Finished batches stay done, and any number of workers may run batches at once.
 */
export async function checkSomeNames(): Promise<number> {
  return transaction(async (tx) => {
    const rows = await query(
      {
        org_id: column.text,
        template_id: column.int,
        template_input_id: column.int,
        key: column.text,
        type: column.json<InputType>(),
        is_chosen: column.boolean,
      },
      statement`select i.org_id, i.template_id, i.template_input_id, i.key, i.type, exists (
          select from command_input c where c.org_id = i.org_id and c.template_input_id = i.template_input_id
            and c.dropdown_id is not null) as is_chosen
        from template_input i where not i.is_name_checked
        order by i.template_input_id limit ${INPUTS_A_BATCH} for update skip locked`,
      tx,
    );
    for (const {
      org_id: orgId,
      template_id: templateId,
      template_input_id: id,
      key,
      type,
      is_chosen,
    } of rows) {
      const named = is_chosen ? type : withSecrecy({ key, type }).type;
      if (named.inputType === type.inputType) continue;
      await becomeSecret(tx, orgId, id, named);
      await noteNewSecrets(tx, orgId, templateId, [key]);
    }
    await execute(
      statement`update template_input set is_name_checked = true
        where template_input_id = any(${rows.map((row) => row.template_input_id)}::int[])`,
      tx,
    );
    return rows.length;
  });
}

async function becomeSecret(tx: Sql, orgId: string, templateInputId: number, type: InputType): Promise<void> {
  await execute(
    statement`update template_input set type = ${JSON.stringify(type)}::jsonb, default_value = null
      where template_input_id = ${templateInputId}`,
    tx,
  );
  const defaults = await query(
    { input_id: column.int, default_value: column.json<JsonValue>() },
    statement`select input_id, default_value from command_input
      where org_id = ${orgId} and template_input_id = ${templateInputId} and default_value is not null
        and jsonb_typeof(default_value) <> 'null' and default_value <> ${JSON.stringify(SECRET_MARK)}::jsonb`,
    tx,
  );
  const sealed = defaults.map(({ input_id, default_value }) => ({
    input_id,
    sealed_default: bytesAsJson(sealDefault(orgId, input_id, default_value)),
  }));
  await execute(
    statement`update command_input i set default_value = ${JSON.stringify(SECRET_MARK)}::jsonb,
        default_value_source = 'user', sealed_default = done.sealed_default
      from jsonb_populate_recordset(null::command_input, ${JSON.stringify(sealed)}::text::jsonb) done
      where i.input_id = done.input_id`,
    tx,
  );
}
