import statement from 'sql-template-tag';
import type { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { column, query } from '@/server/base/database/statements';

/** Selects the keys and names of the inputs of command `c`. */
export const NAMED_INPUTS = statement`
  select json_agg(json_build_object('key', ti.key, 'displayName', i.display_name))
  from command_input i
  join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
  where i.org_id = c.org_id and i.command_id = coalesce(c.follows_command_id, c.command_id)`;

export const namedInputs = column.json<{ key: string; displayName: string | null }[]>().nullable();
type NamedInputs = z.output<typeof namedInputs>;

/** The keys and names of the inputs of a command. */
export async function namedInputsOf(orgId: string, commandId: number): Promise<NamedInputs> {
  const [row] = await query(
    { inputs: namedInputs },
    statement`select (${NAMED_INPUTS}) as inputs from command c
      where c.org_id = ${orgId} and c.command_id = ${commandId}`,
  );
  return row?.inputs ?? null;
}

/**
 * The form's names for a run's values, by key, where they differ from the keys. Names only what is among the values, so
 * that nobody learns of the other inputs.
 */
export function valueNamesOf(inputs: NamedInputs, params: JsonValue): Record<string, string> {
  if (inputs === null || params === null || typeof params !== 'object') return {};
  const names = inputNames(inputs);
  const named = Object.keys(params).map((key) => [key, nameOf(names, key)] as const);
  return Object.fromEntries(named.filter(([key, name]) => name !== key));
}
