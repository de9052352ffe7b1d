import statement from 'sql-template-tag';
import { inputDependentKinds } from '@/lib/contract/dependents/dependents';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';

const HOLDER = {
  kind: column.oneOf(inputDependentKinds),
  template_id: column.int,
  /** The input's. */
  key: column.text,
  command_id: column.int,
  /**
   * What it is called; of a check its message, of a condition the input that has it, of an undo the command taken back, of
   * a parameter the dropdown whose options depend on it.
   */
  name: column.text,
};

/** Something that needs an input of a template: without it, it stops or loses a value. */
export interface ValueHolder {
  kind: (typeof inputDependentKinds)[number];
  key: string;
  commandId: number;
  name: string;
}

/**
 * What names the inputs of templates, by template: conditions, checks, and shared presets of commands, buttons that fill
 * one, the commands that are taken back with one, and dropdowns that pass one on, or take one, by its name. For what runs by itself, see `automaticRuns`.
 */
export async function valueHolders(
  db: Sql,
  orgId: string,
  templateIds: readonly number[],
): Promise<Map<number, ValueHolder[]>> {
  if (templateIds.length === 0) return new Map();
  const rows = await query(
    HOLDER,
    statement`with commands as materialized (
       select c.template_id, c.command_id, c.name, c.input_checks, c.undo_partner from command c
       where c.org_id = ${orgId} and c.template_id = any(${templateIds}::int[]) and c.deleted_at is null
     ), own as materialized (
       select c.template_id, c.command_id, i.input_id, i.conditions, t.key from commands c
       join command_input i on i.command_id = c.command_id
       join template_input t on t.template_input_id = i.template_input_id
     ), undone as materialized (
       -- Few commands have a partner: they are looked up in the commands, rather than each command in all of them.
       select c.name, (c.undo_partner ->> 'kit_id')::int as partner_id, map ->> 'input_key' as key
       from command c cross join jsonb_array_elements(c.undo_partner -> 'maps') map
       where c.org_id = ${orgId} and c.undo_partner is not null and c.deleted_at is null
     )
     select held.kind, held.template_id, held.key, held.command_id, held.name
     from (
       select distinct 'condition' as kind, own.template_id, term ->> 'key' as key, own.command_id, own.key as name
       from own cross join jsonb_each(own.conditions) rule (effect, terms) cross join jsonb_array_elements(terms) term
       where jsonb_typeof(own.conditions) = 'object'
       union all
       select distinct 'check', c.template_id, side.key, c.command_id, entry ->> 'message'
       from commands c cross join jsonb_array_elements(c.input_checks) entry
       cross join lateral (values (entry ->> 'left'), (entry ->> 'right')) side (key)
       where side.key is not null
       union all
       select 'button', own.template_id, own.key, own.command_id, d.name
       from own join decoration_map m on m.org_id = ${orgId} and m.input_id = own.input_id
       join decoration d on d.org_id = m.org_id and d.decoration_id = m.decoration_id
       join command on_results on on_results.command_id = d.command_id and on_results.deleted_at is null
       union all
       select distinct 'undo', c.template_id, undone.key, c.command_id, undone.name
       from undone join commands c on c.command_id = undone.partner_id
       union all
       select distinct 'undo', c.template_id, map ->> 'name', c.command_id, c.name
       from commands c cross join jsonb_array_elements(c.undo_partner -> 'maps') map where map ->> 'from' = 'input'
       union all
       select distinct 'preset', own.template_id, own.key, own.command_id, p.name
       from preset p join own on own.command_id = p.command_id
       where p.org_id = ${orgId} and p.is_shared and strpos(p.values, to_json(own.key)::text || ':') > 0
       union all
       select distinct 'parameter', own.template_id, own.key, own.command_id, d.name
       from own join command_input other on other.command_id = own.command_id and other.input_id <> own.input_id
       join dropdown d on d.org_id = ${orgId} and d.dropdown_id = other.dropdown_id
       where exists (
         select from command_input taken join template_input t on t.template_input_id = taken.template_input_id
         where taken.command_id = d.sender_command_id and lower(t.key) = lower(own.key))
       union all
       select distinct 'parameter', own.template_id, own.key, own.command_id, d.name
       from own join dropdown d on d.org_id = ${orgId} and d.sender_command_id = own.command_id
       join command_input other on other.org_id = d.org_id and other.dropdown_id = d.dropdown_id
       join command form on form.command_id = other.command_id and form.deleted_at is null
       where exists (
         select from command_input passed join template_input t on t.template_input_id = passed.template_input_id
         where passed.command_id = other.command_id and passed.input_id <> other.input_id
           and lower(t.key) = lower(own.key))
     ) held order by 2, 3, 1, 5`,
    db,
  );
  const holders = new Map<number, ValueHolder[]>();
  for (const row of rows) {
    const of = holders.get(row.template_id) ?? [];
    holders.set(row.template_id, of);
    of.push({
      kind: row.kind,
      key: row.key,
      commandId: row.command_id,
      name: row.name,
    });
  }
  return holders;
}
