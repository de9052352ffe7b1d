import statement, { type Sql as Statement } from 'sql-template-tag';

/** Whether the input `seen` of the template input `seen_template` may decide on others; see `canBeCondition`. */
const CAN_DECIDE = statement`not seen.hidden and strpos(seen_template.type::text, '"inputType": "password"') = 0`;

const hasInput = (command: Statement, key: Statement, which: Statement): Statement => statement`exists (
  select from command_input seen
  join template_input seen_template on seen_template.template_input_id = seen.template_input_id
  where seen.command_id = ${command} and seen_template.key = ${key} and ${which})`;

/**
 * The conditions and checks of commands that can't be followed, in SQL, as `lib/values/broken-rules.ts` has it: with the
 * command, the kind, a condition's input or a check's message, and the key that is missing or that nobody sees.
 *
 * @param which a condition on the command `c`
 */
export const brokenRules = (which: Statement): Statement => statement`
  select c.command_id, 'condition' as kind, t.key as name, term ->> 'key' as missing
  from command c
  join command_input i on i.command_id = c.command_id and i.conditions is not null
    and jsonb_typeof(i.conditions) = 'object'
  join template_input t on t.template_input_id = i.template_input_id
  cross join jsonb_each(i.conditions) rule (effect, terms)
  cross join jsonb_array_elements(rule.terms) term
  where ${which} and not ${hasInput(statement`c.command_id`, statement`term ->> 'key'`, CAN_DECIDE)}
  union
  select c.command_id, 'check', entry ->> 'message', side.key
  from command c
  cross join jsonb_array_elements(c.input_checks) entry
  cross join lateral (values (entry ->> 'left'), (entry ->> 'right')) side (key)
  where ${which} and side.key is not null and not ${hasInput(statement`c.command_id`, statement`side.key`, statement`true`)}`;
