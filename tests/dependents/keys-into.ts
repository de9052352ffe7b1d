/**
 * What becomes of a row whose key leads to something that a change takes away: the kind of dependents that names it
 * before, or that it belongs to the thing, and goes or stays with it.
 */
export type Answer = { kind: string } | { belongs: string };

const kind = (name: string): Answer => ({ kind: name });
const belongs = (why: string): Answer => ({ belongs: why });

/**
 * Every key into what can be taken away, by the table that it leads to, and `table.column` that has it. A test fails
 * where the database has a key that isn't here. For keys into commands, see `commandDependents`.
 */
export const keysInto: Readonly<Record<string, Readonly<Record<string, Answer>>>> = {
  command_input: {
    'decoration_map.input_id': kind('button'),
    'scheduled_auto_run_input.input_id': kind('auto_run'),
    'scheduled_job_input.input_id': kind('job'),
    'webhook_input.input_id': kind('webhook'),
  },
  template_input: {
    'command_input.template_input_id': belongs('What engineers configured of it; see `effectsOf`.'),
  },
  template: {
    'command.template_id': kind('command'),
    'expected_break.template_id': belongs('What its next sync would break.'),
    'run.template_id': belongs('History stays.'),
    'sealing_task.template_id': belongs('Nothing is left to seal.'),
    'template_input.template_id': belongs('Its inputs.'),
  },
  dropdown: {
    'command_input.dropdown_id': kind('dropdown'),
  },
  output_column: {
    'decoration_map.output_column_id': kind('button'),
    'dropdown.display_column_id': kind('dropdown'),
    'dropdown.sender_command_id': kind('dropdown'),
    'dropdown.value_column_id': kind('dropdown'),
  },
  decoration: {
    'decoration_map.decoration_id': belongs('What it fills.'),
  },
  credential: {
    'error_group.credential_id': belongs('Errors of its runs stay.'),
    'push_webhook.credential_id': belongs('Its address for pushes.'),
    'static_command_source.credential_id': belongs('Its uploaded descriptions.'),
    'template.credential_id': kind('command'),
  },
  folder: {
    'command.folder_id': kind('command'),
    'folder_group_grant.folder_id': kind('access'),
    'folder_user_grant.folder_id': kind('access'),
  },
};
