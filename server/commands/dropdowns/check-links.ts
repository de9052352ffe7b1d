import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import { takesDropdown } from '@/lib/inputs/choices/choices';
import type { InputType } from '@/lib/inputs/input';
import { unfitChoices } from '@/lib/values/unfit-choices';
import { commandAccess } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError, forbidden } from '@/server/base/errors';

/** An input of a command, and the dropdown that is to be linked to it. */
export interface DropdownLink {
  inputId: number;
  dropdownId: number | null;
}

/**
 * Checks the dropdowns that a person links to inputs of a command: each belongs to the organization, suits the type of
 * its input, and comes from a command that the person can run (S17). Links that exist already stay as they are. Call it
 * in the transaction that writes them.
 */
export async function checkDropdownLinks(
  tx: Sql,
  actor: Person,
  orgId: string,
  links: readonly DropdownLink[],
): Promise<void> {
  const wanted = links.filter(({ dropdownId }) => dropdownId !== null);
  if (wanted.length === 0) return;
  const rows = await query(
    {
      key: column.text,
      type: column.json<InputType>(),
      is_found: column.boolean,
      is_from_command: column.boolean,
      may_run: column.boolean,
      values: column.texts,
    },
    statement`select ti.key, ti.type, d.dropdown_id is not null as is_found,
        coalesce(d.kind = 'command_output', false) as is_from_command, access.role is not null as may_run,
        coalesce(d.values, '{}') as values
      from unnest(${wanted.map(({ inputId }) => inputId)}::int[], ${wanted.map(({ dropdownId }) => dropdownId)}::int[])
        link (input_id, dropdown_id)
      join command_input i on i.org_id = ${orgId} and i.input_id = link.input_id
        and i.dropdown_id is distinct from link.dropdown_id
      join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
      left join dropdown d on d.org_id = ${orgId} and d.dropdown_id = link.dropdown_id
      left join command c on c.org_id = d.org_id and c.command_id = d.sender_command_id and c.deleted_at is null
      ${commandAccess(viewerOf(actor))}`,
    tx,
  );
  for (const { key, type, is_found, is_from_command, may_run, values } of rows) {
    if (!is_found) {
      throw new AppError('invalid', "This dropdown doesn't exist.", {
        issues: [{ path: 'dropdownId', message: "Doesn't exist" }],
      });
    }
    if (!takesDropdown(type)) {
      throw new AppError(
        'invalid',
        `${key}: only inputs of text, numbers, dates and times, and lists of these can have a dropdown.`,
        { issues: [{ path: 'dropdownId', message: 'Not for this type' }] },
      );
    }
    const unfit = unfitChoices(type, values);
    if (unfit !== null) {
      throw new AppError('invalid', `${key} doesn't take these values of the dropdown: ${unfit}.`, {
        issues: [{ path: 'dropdownId', message: `Has values that don't fit: ${unfit}` }],
      });
    }
    if (is_from_command && !may_run) {
      throw forbidden(
        "This dropdown takes its options from a command that you can't run. Ask one of its engineers to share it with you.",
      );
    }
  }
}

/**
 * Refuses values for a hardcoded dropdown that an input with it doesn't take. The input isn't named, since the person may
 * not see its command. Values that it had before stay. Call it in the transaction that writes them.
 */
export async function checkLinkedValues(
  tx: Sql,
  orgId: string,
  dropdownId: number,
  added: readonly string[],
): Promise<void> {
  if (added.length === 0) return;
  const rows = await query(
    { type: column.json<InputType>() },
    statement`select distinct ti.type from command_input i
      join command c on c.org_id = i.org_id and c.command_id = i.command_id and c.deleted_at is null
      join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
      where i.org_id = ${orgId} and i.dropdown_id = ${dropdownId}`,
    tx,
  );
  for (const { type } of rows) {
    const unfit = unfitChoices(type, added);
    if (unfit === null) continue;
    throw new AppError('invalid', `An input that has this dropdown doesn't take these values: ${unfit}.`, {
      issues: [{ path: 'enum', message: `Doesn't fit an input that has this dropdown: ${unfit}` }],
    });
  }
}
