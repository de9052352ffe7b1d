import statement from 'sql-template-tag';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';

export const holderKinds = [
  'job',
  'auto_run',
  'webhook',
  'condition',
  'check',
  'button',
  'undo',
  'preset',
] as const;

const HOLDER = {
  kind: column.oneOf(holderKinds),
  template_id: column.int,
  /** The input's. */
  key: column.text,
  command_id: column.int,
  /** What it is called; of a check its message, of a condition the input that has it, of an undo the command taken back. */
  name: column.text,
};

/** Something that needs an input of a template: without it, it stops or loses a value. */
export interface ValueHolder {
  kind: (typeof holderKinds)[number];
  key: string;
  commandId: number;
  name: string;
}

/**
 * What names the inputs of templates, by template: conditions, checks, and shared presets of commands, buttons that fill
 * one, and the commands that are taken back with one. For what runs by itself, see `automaticRuns`.
 */
export async function valueHolders(
  db: Sql,
  orgId: string,
  templateIds: readonly number[],
): Promise<Map<number, ValueHolder[]>> {
  if (templateIds.length === 0) return new Map();
  const rows = await query(
    HOLDER,
    statement`with own as materialized (
       select c.template_id, c.command_id, c.name, c.input_checks, c.undo_partner, i.input_id, i.conditions, t.key
       from command c
       join command_input i on i.command_id = c.command_id
       join template_input t on t.template_input_id = i.template_input_id
       where c.org_id = ${orgId} and c.template_id = any(${templateIds}::int[]) and c.deleted_at is null
     )
     select held.kind, held.template_id, held.key, held.command_id, held.name
     from (
       select distinct 'condition' as kind, own.template_id, term ->> 'key' as key, own.command_id, own.key as name
       from own cross join jsonb_each(own.conditions) rule (effect, terms) cross join jsonb_array_elements(terms) term
       where jsonb_typeof(own.conditions) = 'object'
       union all
       select distinct 'check', own.template_id, side.key, own.command_id, entry ->> 'message'
       from own cross join jsonb_array_elements(own.input_checks) entry
       cross join lateral (values (entry ->> 'left'), (entry ->> 'right')) side (key)
       where side.key is not null
       union all
       select 'button', own.template_id, own.key, own.command_id, d.name
       from own join decoration_map m on m.org_id = ${orgId} and m.input_id = own.input_id
       join decoration d on d.org_id = m.org_id and d.decoration_id = m.decoration_id
       join command on_results on on_results.command_id = d.command_id and on_results.deleted_at is null
       union all
       select distinct 'undo', own.template_id, map ->> 'input_key', own.command_id, undone.name
       from own join command undone on undone.org_id = ${orgId}
         and (undone.undo_partner ->> 'kit_id')::int = own.command_id and undone.deleted_at is null
       cross join jsonb_array_elements(undone.undo_partner -> 'maps') map
       union all
       select distinct 'undo', own.template_id, map ->> 'name', own.command_id, own.name
       from own cross join jsonb_array_elements(own.undo_partner -> 'maps') map where map ->> 'from' = 'input'
       union all
       select distinct 'preset', own.template_id, own.key, own.command_id, p.name
       from own join preset p on p.org_id = ${orgId} and p.command_id = own.command_id
       where p.is_shared and strpos(p.values, to_json(own.key)::text || ':') > 0
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
