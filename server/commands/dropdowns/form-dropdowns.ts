import statement from 'sql-template-tag';
import type { z } from 'zod';
import { cacheInterval, dropdownKind, type formDropdown } from '@/lib/contract/command/form-dropdown';
import { column, query } from '@/server/base/database/statements';

type FormDropdown = z.output<typeof formDropdown>;

/**
 * The dropdowns of a command's inputs by id, for its form. Of a sending command, only the names of inputs that the form
 * has, too, are read: those whose values it takes (S17).
 */
export async function readFormDropdowns(
  orgId: string,
  commandId: number,
): Promise<Record<string, FormDropdown>> {
  const rows = await query(
    {
      dropdown_id: column.int,
      name: column.text,
      kind: dropdownKind,
      values: column.texts,
      cache_interval: cacheInterval.nullable(),
      depends_on: column.texts,
    },
    statement`select d.dropdown_id, d.name, d.kind, d.values, d.cache_interval, array(
        select distinct own.key
        from command_input sent
        join template_input theirs on theirs.org_id = sent.org_id and theirs.template_input_id = sent.template_input_id
        join template_input own on lower(own.key) = lower(theirs.key)
        join command_input i on i.org_id = own.org_id and i.template_input_id = own.template_input_id
        where sent.org_id = d.org_id and sent.command_id = d.sender_command_id
          and not sent.hidden and not sent.locked and sent.variable is null
          and i.org_id = d.org_id and i.command_id = ${commandId} and not i.hidden) as depends_on
      from dropdown d
      where d.org_id = ${orgId} and d.dropdown_id in (
        select dropdown_id from command_input where org_id = ${orgId} and command_id = ${commandId})`,
  );
  return Object.fromEntries(
    rows.map((row) => [
      row.dropdown_id,
      {
        dropdownId: row.dropdown_id,
        name: row.name,
        kind: row.kind,
        componentId: 'b-select' as const,
        values: row.kind === 'hardcoded' ? row.values : null,
        cacheInterval: row.cache_interval,
        dependsOn: row.depends_on,
      },
    ]),
  );
}
