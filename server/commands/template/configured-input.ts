import statement, { raw } from 'sql-template-tag';
import { type InputSettingValues, inputSettings } from '@/lib/settings/input-settings';
import { settingPairs } from '@/server/access/setting-columns';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { HAS_SEALED_DEFAULT } from '@/server/commands/settings/sealed-default';

/** An input of a command with the settings of its engineers, by the source's key. */
export interface ConfiguredInput extends InputSettingValues {
  commandId: number;
  inputId: number;
  key: string;
  /** Whether the default is a sealed secret, for which `defaultValue` is only the mark. */
  isDefaultSealed: boolean;
}

/**
 * The inputs of all commands of some templates, in the order of their forms, by template. They are looked up by command
 * alone: with `org_id` as well, Postgres reads all inputs of the organization for each command until it has analyzed the
 * tables, as after the first sync.
 */
export async function readConfigured(
  db: Sql,
  orgId: string,
  templateIds: readonly number[],
): Promise<Map<number, ConfiguredInput[]>> {
  const [first, ...others] = templateIds;
  // Postgres keeps its plan for one template. For a list it makes a plan each time, since lists differ in length.
  const which =
    others.length === 0 ? statement`= ${first ?? null}::int` : statement`= any(${templateIds}::int[])`;
  const rows = await query(
    { template_id: column.int, inputs: column.json<ConfiguredInput[]>() },
    statement`select c.template_id, json_agg(json_build_object(
       'commandId', c.command_id, 'inputId', i.input_id, 'key', ti.key,
       'isDefaultSealed', ${HAS_SEALED_DEFAULT}, ${raw(settingPairs(inputSettings, 'i'))}
     ) order by c.command_id, i.position, i.input_id) as inputs
     from command c
     join command_input i on i.command_id = c.command_id
     join template_input ti on ti.template_input_id = i.template_input_id
     where c.org_id = ${orgId} and c.template_id ${which}
     group by c.template_id`,
    db,
  );
  return new Map(rows.map(({ template_id, inputs }) => [template_id, inputs]));
}
