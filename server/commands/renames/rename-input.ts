import statement from 'sql-template-tag';
import type { InputValues } from '@/lib/inputs/input';
import type { Conditions, ConditionTerm, InputCheck } from '@/lib/settings/condition-terms';
import type { UndoPartner } from '@/lib/settings/undo/undo-partner';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';

interface Rename {
  templateId: number;
  key: string;
  to: string;
}

/** Keeps what is configured of an input of a template, and refers to it by its new key. */
export async function renameInput(tx: Sql, rename: Rename): Promise<void> {
  const { templateId, key, to } = rename;
  await execute(
    statement`update template_input set key = ${to} where template_id = ${templateId}::int and key = ${key}`,
    tx,
  );
  await renameInConditions(tx, rename);
  await renameInChecks(tx, rename);
  await renameInPartners(tx, rename);
  await renameInPresets(tx, rename);
}

const renamed = (name: string, { key, to }: Rename): string => (name === key ? to : name);

async function renameInConditions(tx: Sql, rename: Rename): Promise<void> {
  const rows = await query(
    { input_id: column.int, conditions: column.json<Conditions>() },
    statement`select i.input_id, i.conditions from command_input i
      join command c on c.org_id = i.org_id and c.command_id = i.command_id
      where c.template_id = ${rename.templateId}::int and i.conditions is not null`,
    tx,
  );
  const after = rows.map(({ input_id, conditions }) => ({
    input_id,
    conditions: Object.fromEntries(
      Object.entries(conditions).map(([effect, terms]): [string, ConditionTerm[]] => [
        effect,
        terms.map((term) => ({ ...term, key: renamed(term.key, rename) })),
      ]),
    ),
  }));
  await execute(
    statement`update command_input i set conditions = after.conditions
      from jsonb_to_recordset(${JSON.stringify(after)}::jsonb) as after (input_id int, conditions jsonb)
      where i.input_id = after.input_id`,
    tx,
  );
}

/** Those of the template's own commands, and those that take others back with one of them. */
async function renameInPartners(tx: Sql, rename: Rename): Promise<void> {
  const rows = await query(
    {
      command_id: column.int,
      undo_partner: column.json<UndoPartner>(),
      is_own: column.boolean,
      is_partner: column.boolean,
    },
    statement`select c.command_id, c.undo_partner, c.template_id = ${rename.templateId}::int as is_own,
        partner.template_id = ${rename.templateId}::int as is_partner
      from command c
      join command partner on partner.org_id = c.org_id and partner.command_id = (c.undo_partner->>'kit_id')::int
      where c.undo_partner is not null and c.org_id = (
        select org_id from template where template_id = ${rename.templateId}::int)
        and ${rename.templateId}::int in (c.template_id, partner.template_id)`,
    tx,
  );
  for (const { command_id, undo_partner, is_own, is_partner } of rows) {
    const maps = undo_partner.maps.map((map) => ({
      ...map,
      input_key: is_partner ? renamed(map.input_key, rename) : map.input_key,
      ...(is_own && map.from === 'input' ? { name: renamed(map.name, rename) } : {}),
    }));
    await execute(
      statement`update command set undo_partner = ${JSON.stringify({ ...undo_partner, maps })}::jsonb
        where command_id = ${command_id}`,
      tx,
    );
  }
}

async function renameInChecks(tx: Sql, rename: Rename): Promise<void> {
  const rows = await query(
    { command_id: column.int, input_checks: column.json<InputCheck[]>() },
    statement`select command_id, input_checks from command where template_id = ${rename.templateId}::int
      and jsonb_array_length(input_checks) > 0`,
    tx,
  );
  const after = rows.map(({ command_id, input_checks }) => ({
    command_id,
    input_checks: input_checks.map((check) => ({
      ...check,
      left: renamed(check.left, rename),
      right: check.right === null ? null : renamed(check.right, rename),
    })),
  }));
  await execute(
    statement`update command c set input_checks = after.input_checks
      from jsonb_to_recordset(${JSON.stringify(after)}::jsonb) as after (command_id int, input_checks jsonb)
      where c.command_id = after.command_id`,
    tx,
  );
}

async function renameInPresets(tx: Sql, rename: Rename): Promise<void> {
  const rows = await query(
    { preset_id: column.int, values: column.text },
    statement`select p.preset_id, p.values from preset p
      join command c on c.org_id = p.org_id and c.command_id = p.command_id
      left join command followed on followed.command_id = c.follows_command_id
      where coalesce(followed.template_id, c.template_id) = ${rename.templateId}::int`,
    tx,
  );
  const after = rows.flatMap(({ preset_id, values }) => {
    const given = JSON.parse(values) as InputValues;
    if (!Object.hasOwn(given, rename.key)) return [];
    const entries = Object.entries(given).map(([key, value]) => [renamed(key, rename), value]);
    return [{ preset_id, values: JSON.stringify(Object.fromEntries(entries)) }];
  });
  await execute(
    statement`update preset p set values = after.values
      from unnest(${after.map(({ preset_id }) => preset_id)}::int[], ${after.map(({ values }) => values)}::text[])
        after (preset_id, values)
      where p.preset_id = after.preset_id`,
    tx,
  );
}
