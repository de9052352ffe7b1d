import { raw, type Sql as Statement } from 'sql-template-tag';
import { ownSettings, templateSettings } from '@/lib/settings/command-settings';
import { inputSettings } from '@/lib/settings/input-settings';
import { settingPairs } from '@/server/access/setting-columns';

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

/** The decorations of command `c`, as lib/settings/decorations.ts keeps them. */
const decorations = `
  coalesce((
    select jsonb_agg(jsonb_build_object(
        'decorationId', d.decoration_id, 'kind', d.kind, 'name', d.name, 'targetCommandId', d.target_command_id,
        'resultSet', d.result_set, 'maps', coalesce((
          select jsonb_agg(jsonb_build_object('inputKey', ti.key, 'path', o.path) order by i.position, i.input_id)
          from decoration_map m
          join command_input i on i.input_id = m.input_id
          join template_input ti on ti.template_input_id = i.template_input_id
          join output_column o on o.output_column_id = m.output_column_id
          where m.decoration_id = d.decoration_id), '[]'))
        || case when d.shown_when = '[]' then '{}' else jsonb_build_object('shownWhen', d.shown_when) end
      order by d.decoration_id)
    from decoration d where d.command_id = c.command_id), '[]')`;

const connection = `(
  select jsonb_build_object('credentialId', k.credential_id, 'name', k.name)
  from credential k where k.credential_id = t.credential_id)`;

/** The connection of template `t`, as lib/settings/configuration.ts has it. */
export const CONNECTION: Statement = raw(connection);

const errorTarget = `(select e.target_command_id from error_decoration e where e.command_id = c.command_id)`;

/** The same as the columns `decorations` and `error_target`. */
export const DECORATION_COLUMNS: Statement = raw(`
  ${decorations} as decorations, ${errorTarget} as error_target`);

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
    'connection', ${connection},
    'inputs', coalesce((
      select jsonb_agg(
        jsonb_build_object('key', ti.key, 'typeId', ti.type->>'typeId', 'isSecret', ${holdsSecret('ti.type')}, ${settingPairs(inputSettings, 'i')})
        order by i.position, i.input_id)
      from command_input i
      join template_input ti on ti.template_input_id = i.template_input_id
      where i.command_id = c.command_id), '[]'),
    'decorations', ${decorations},
    'errorTarget', ${errorTarget})`);
