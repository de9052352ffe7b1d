import statement, { type Sql as Statement } from 'sql-template-tag';
import type { z } from 'zod';
import { decideOnDropdowns, orgRoleOf } from '@/lib/access/decide';
import type { Person } from '@/lib/access/vocabulary';
import type { dropdown } from '@/lib/contract/command/dropdowns';
import { cacheInterval, dropdownKind } from '@/lib/contract/command/form-dropdown';
import { commandAccess } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { adHocSql, type Sql } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';

export type Dropdown = z.output<typeof dropdown>;
type Column = Dropdown['valueColumn'];
type Use = Dropdown['uses'][number];

const DROPDOWN = {
  dropdown_id: column.int,
  org_id: column.text,
  name: column.text,
  kind: dropdownKind,
  values: column.texts,
  sender_command_id: column.int.nullable(),
  sender_name: column.text.nullable(),
  value_column_id: column.int.nullable(),
  display_column_id: column.int.nullable(),
  value_column: column.json<Column>(),
  display_column: column.json<Column>(),
  cache_interval: cacheInterval.nullable(),
  created_at: column.time,
  version: column.int,
  use_count: column.int,
  is_engineer_of_all: column.boolean,
  uses: column.json<Use[]>(),
};

const columnJson = (id: Statement): Statement => statement`(
  select json_build_object('columnId', o.output_column_id, 'name', o.path, 'isPresent', o.is_present)
  from output_column o where o.org_id = d.org_id and o.output_column_id = ${id} and sender.sees)`;

/** All dropdowns of an organization as an engineer sees them; `d` in the condition and the order. */
export async function readDropdowns(
  actor: Person,
  orgId: string,
  { where, order }: { where: Statement; order: Statement },
  db: Sql = adHocSql,
): Promise<Dropdown[]> {
  const viewer = viewerOf(actor);
  const rows = await query(
    DROPDOWN,
    statement`select d.dropdown_id, d.org_id, d.name, d.kind, d.values, d.cache_interval, d.created_at, d.version,
       case when sender.sees then d.sender_command_id end as sender_command_id, sender.name as sender_name,
       case when sender.sees then d.value_column_id end as value_column_id,
       case when sender.sees then d.display_column_id end as display_column_id,
       ${columnJson(statement`d.value_column_id`)} as value_column,
       ${columnJson(statement`d.display_column_id`)} as display_column,
       used.use_count, used.is_engineer_of_all, used.uses
     from dropdown d
     left join lateral (
       select c.name, true as sees from command c ${commandAccess(viewer)}
       where c.org_id = d.org_id and c.command_id = d.sender_command_id and c.deleted_at is null
         and access.role is not null
     ) sender on true
     cross join lateral (
       select count(*)::int as use_count,
         coalesce(bool_and(access.role is not distinct from 'admin'), true) as is_engineer_of_all,
         coalesce(json_agg(json_build_object('commandId', c.command_id, 'commandName', c.name, 'inputId', i.input_id,
             'inputKey', ti.key) order by lower(c.name), i.position)
           filter (where access.role is not null), '[]') as uses
       from command_input i
       join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
       join command c on c.org_id = i.org_id and c.command_id = i.command_id and c.deleted_at is null
       ${commandAccess(viewer)}
       where i.org_id = d.org_id and i.dropdown_id = d.dropdown_id
     ) used
     where d.org_id = ${orgId} and ${where}
     order by ${order}`,
    db,
  );
  return rows.map((row) => dropdownOf(row, actor));
}

function dropdownOf(row: RowOf<typeof DROPDOWN>, actor: Person): Dropdown {
  const standing = { orgId: row.org_id, isEngineer: true, isEngineerOfAll: row.is_engineer_of_all };
  return {
    dropdownId: row.dropdown_id,
    orgId: row.org_id,
    name: row.name,
    kind: row.kind,
    componentId: 'b-select',
    values: row.kind === 'hardcoded' ? row.values : null,
    senderCommandId: row.sender_command_id,
    sender:
      row.sender_command_id === null || row.sender_name === null
        ? null
        : { commandId: row.sender_command_id, name: row.sender_name },
    valueColumnId: row.value_column_id,
    displayColumnId: row.display_column_id,
    valueColumn: row.value_column,
    displayColumn: row.display_column,
    cacheInterval: row.cache_interval,
    createdAt: row.created_at.toISOString(),
    version: row.version,
    mayChange: orgRoleOf(actor, row.org_id) !== null && decideOnDropdowns(actor, standing) === 'allowed',
    useCount: row.use_count,
    uses: row.uses,
  };
}

/** Returns one dropdown to the person who has just created or changed it. */
export async function readDropdownAs(
  actor: Person,
  orgId: string,
  dropdownId: number,
  db?: Sql,
): Promise<Dropdown> {
  const [found] = await readDropdowns(
    actor,
    orgId,
    { where: statement`d.dropdown_id = ${dropdownId}`, order: statement`d.dropdown_id` },
    db,
  );
  if (found === undefined) throw new Error('A dropdown that was written cannot be read');
  return found;
}
