import { raw, type Sql as Statement } from 'sql-template-tag';
import { ownSettings, templateSettings } from '@/lib/settings/command-settings';
import { inputSettings } from '@/lib/settings/input-settings';
import { settingPairs } from '@/server/settings/columns';

/** Whether the input type in a column is a password, or contains one: `holdsSecret` of lib/inputs, for many rows at once. */
const holdsSecret = (type: string): string =>
  `jsonb_path_exists(${type}, '$.**.inputType ? (@ == "password")')`;

/** A template's startup values, with secrets replaced by their mark. */
const startupValues = `
  (select coalesce(jsonb_object_agg(given.key,
      case when secret.key is null then given.value else '{"is_set": true}' end), '{}'::jsonb)
   from jsonb_each(t.run_on_startup_values) given
   left join template_input secret on secret.template_id = t.template_id and secret.key = given.key
     and ${holdsSecret('secret.type')})`;

/**
 * The configuration of command `c` with template `t`, as lib/settings/configuration.ts defines it. Inputs are filtered
 * by command only: with `org_id` in the condition, the planner may read all inputs of the organization for each of the
 * thousands of commands that a template can have.
 */
export const CONFIGURATION: Statement = raw(`
  jsonb_build_object(
    'settings', jsonb_build_object(${settingPairs(ownSettings, 'c')}, ${settingPairs(templateSettings, 't')})
      || case when t.run_on_startup_values is null then '{}'::jsonb
        else jsonb_build_object('startupValues', ${startupValues}) end,
    'headers', t.header_names,
    'inputs', coalesce((
      select jsonb_agg(
        jsonb_build_object('key', ti.key, 'typeId', ti.type->>'typeId', ${settingPairs(inputSettings, 'i')})
        order by i.position, i.input_id)
      from command_input i
      join template_input ti on ti.template_input_id = i.template_input_id
      where i.command_id = c.command_id), '[]'))`);
