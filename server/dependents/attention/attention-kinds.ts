import statement, { join, type Sql as Statement } from 'sql-template-tag';
import type { AttentionKind } from '@/lib/contract/dependents/attention';
import { brokenRules } from '@/server/dependents/broken-rules';
import { goneOutputs } from '@/server/dependents/gone-outputs';

/** Rows with the command, what it is called, the detail of the contract, and its owner, by kind of what stopped. */
type Rows = (orgId: Statement) => Statement;

/** A key that an undo partner fills, and the command that should have it. */
const undoInputs = (orgId: Statement): Statement => statement`
  select c.command_id, partner.command_id as filled_id, map ->> 'input_key' as key from command c
  join command partner on partner.org_id = c.org_id and partner.command_id = (c.undo_partner ->> 'kit_id')::int
  cross join jsonb_array_elements(c.undo_partner -> 'maps') map
  where c.org_id = ${orgId} and c.deleted_at is null
  union all
  select c.command_id, c.command_id, map ->> 'name' from command c
  cross join jsonb_array_elements(c.undo_partner -> 'maps') map
  where c.org_id = ${orgId} and c.deleted_at is null and map ->> 'from' = 'input'`;

/** More sentences than these about one command are counted. */
const MOST_WORDS = 5;

const ofKind: Readonly<Record<AttentionKind, Rows>> = {
  condition: (orgId) => statement`
    select command_id, name, missing, null::text
    from (${brokenRules(statement`c.org_id = ${orgId} and c.deleted_at is null`)}) rule where kind = 'condition'`,
  check: (orgId) => statement`
    select command_id, name, missing, null::text
    from (${brokenRules(statement`c.org_id = ${orgId} and c.deleted_at is null`)}) rule where kind = 'check'`,
  job: (orgId) => statement`
    select command_id, name, paused_reason, owner_user_id from scheduled_job
    where org_id = ${orgId} and deleted_at is null and not is_enabled and paused_reason is not null`,
  webhook: (orgId) => statement`
    select command_id, name, paused_reason, owner_user_id from webhook
    where org_id = ${orgId} and deleted_at is null and not is_enabled and paused_reason is not null`,
  auto_run: (orgId) => statement`
    select j.command_id, j.name, a.name, j.owner_user_id
    from scheduled_auto_run a
    join scheduled_job j on j.org_id = a.org_id and j.scheduled_job_id = a.scheduled_job_id
    join command target on target.org_id = a.org_id and target.command_id = a.target_command_id
    left join decoration d on d.org_id = a.org_id and d.decoration_id = a.decoration_id
    left join error_decoration e on e.org_id = a.org_id and e.command_id = j.command_id
    where a.org_id = ${orgId} and j.deleted_at is null and j.is_enabled and (target.deleted_at is not null
      or a.target_command_id is distinct from case a.kind when 'row' then d.target_command_id else e.target_command_id end
      or cardinality(d.lost_inputs) > 0 or cardinality(${goneOutputs(statement`d`)}) > 0)`,
  dropdown: (orgId) => statement`
    select i.command_id, coalesce(i.display_name, t.key), case when sender.deleted_at is null then o.path end, null::text
    from dropdown d
    join command_input i on i.org_id = d.org_id and i.dropdown_id = d.dropdown_id
    join template_input t on t.template_input_id = i.template_input_id
    join command sender on sender.org_id = d.org_id and sender.command_id = d.sender_command_id
    join lateral (
      select o.path from output_column o where o.org_id = d.org_id
        and o.output_column_id in (d.value_column_id, d.display_column_id) order by o.is_present limit 1) o on true
    where d.org_id = ${orgId} and d.kind = 'command_output' and (sender.deleted_at is not null or exists (
      select from output_column o where o.org_id = d.org_id
        and o.output_column_id in (d.value_column_id, d.display_column_id) and not o.is_present))`,
  button: (orgId) => statement`
    select d.command_id, d.name, case when target.deleted_at is null then
        array_to_string(case when d.lost_inputs = '{}' then gone.paths else d.lost_inputs end, ', ') end, null::text
    from decoration d
    join command target on target.org_id = d.org_id and target.command_id = d.target_command_id
    cross join lateral (select ${goneOutputs(statement`d`)} as paths) gone
    where d.org_id = ${orgId}
      and (target.deleted_at is not null or cardinality(d.lost_inputs) > 0 or cardinality(gone.paths) > 0)`,
  error_jump: (orgId) => statement`
    select e.command_id, null::text, null::text, null::text from error_decoration e
    join command target on target.org_id = e.org_id and target.command_id = e.target_command_id
    where e.org_id = ${orgId} and target.deleted_at is not null`,
  undo: (orgId) => statement`
    select c.command_id, null::text, null::text, null::text from command c
    join command partner on partner.org_id = c.org_id and partner.command_id = (c.undo_partner ->> 'kit_id')::int
    where c.org_id = ${orgId} and partner.deleted_at is not null
    union all
    select named.command_id, null::text, named.key, null::text from (${undoInputs(orgId)}) named
    where not exists (
      select from command_input i join template_input t on t.template_input_id = i.template_input_id
      where i.command_id = named.filled_id and t.key = named.key and not i.hidden)`,
  forecast: (orgId) => statement`
    select b.command_id, k.name, array_to_string((array_agg(b.words order by b.words))[:${MOST_WORDS}::int], ' ')
        || case when count(*) > ${MOST_WORDS}::int then ' And ' || (count(*) - ${MOST_WORDS}::int) || ' more.' else '' end,
      null::text
    from expected_break b
    join template t on t.org_id = b.org_id and t.template_id = b.template_id
    join credential k on k.org_id = t.org_id and k.credential_id = t.credential_id
    where b.org_id = ${orgId} group by b.command_id, k.credential_id, k.name`,
};

/** All that stopped working as it was set up, as rows of one table. */
export const attentionIn = (orgId: Statement): Statement =>
  join(
    Object.entries(ofKind).map(
      ([kind, rows]) =>
        statement`select ${kind}::text as kind, found.* from (${rows(orgId)}) found (command_id, name, detail, owner_id)`,
    ),
    ' union all ',
  );
