import statement, { raw } from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import type { Input } from '@/lib/inputs/input';
import { hasSealedDefault } from '@/lib/inputs/secret-values';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { open, seal } from '@/server/base/secrets/seal';

/**
 * The default of an input that holds a secret is in `sealed_default`; `default_value`, which everything reads, has only
 * the mark. `unsealed_default` has one from an earlier release until a worker seals it.
 */

export const defaultPurpose = (orgId: string, inputId: number): string => `default:${orgId}:${inputId}`;

export const sealDefault = (orgId: string, inputId: number, value: JsonValue): Buffer =>
  seal(JSON.stringify(value), defaultPurpose(orgId, inputId));

/** A sealed value within JSON that `jsonb_populate_record` turns into a column of bytes. */
export const bytesAsJson = (sealed: Buffer): string => `\\x${sealed.toString('hex')}`;

/** Whether an input `i` has a sealed default. */
export const HAS_SEALED_DEFAULT = statement`(i.sealed_default is not null or i.unsealed_default is not null)`;

/**
 * The values of both columns after a change: a newly sealed default replaces the current one, and the mark keeps it. Any
 * other default clears both.
 *
 * @param before, after the names of the rows, such as `i` and `planned`
 */
export const keptSealedDefault = (before: string, after: string) =>
  raw(`coalesce(${after}.sealed_default,
      case when ${after}.default_value = '{"is_set": true}' then ${before}.sealed_default end),
    case when ${after}.sealed_default is null and ${after}.default_value = '{"is_set": true}'
      then ${before}.unsealed_default end`);

const SEALED = {
  input_id: column.int,
  sealed_default: column.bytes.nullable(),
  unsealed_default: column.json<JsonValue>(),
};

/** The inputs with their defaults decrypted, to decide what a run sends. Never show or store them. */
export async function withOpenDefaults(
  orgId: string,
  commandId: number,
  inputs: readonly Input[],
): Promise<readonly Input[]> {
  if (!inputs.some(hasSealedDefault)) return inputs;
  const rows = await query(
    SEALED,
    statement`select i.input_id, i.sealed_default, i.unsealed_default from command_input i
      where i.org_id = ${orgId} and i.command_id = ${commandId} and ${HAS_SEALED_DEFAULT}`,
  );
  const opened = new Map(rows.map((row): [number, JsonValue] => [row.input_id, openDefault(orgId, row)]));
  return inputs.map((input) =>
    hasSealedDefault(input) ? { ...input, defaultValue: opened.get(input.inputId) ?? null } : input,
  );
}

/** Copies the sealed defaults of a command to the inputs of another one of the same template. */
export async function copySealedDefaults(
  tx: Sql,
  orgId: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const rows = await query(
    { ...SEALED, copy_id: column.int },
    statement`select i.input_id, i.sealed_default, i.unsealed_default, copy.input_id as copy_id
      from command_input i
      join command_input copy on copy.command_id = ${to} and copy.template_input_id = i.template_input_id
      where i.org_id = ${orgId} and i.command_id = ${from} and ${HAS_SEALED_DEFAULT}`,
    tx,
  );
  for (const row of rows) {
    const sealed = sealDefault(orgId, row.copy_id, openDefault(orgId, row));
    await execute(
      statement`update command_input set sealed_default = ${sealed}
        where org_id = ${orgId} and input_id = ${row.copy_id}`,
      tx,
    );
  }
}

const openDefault = (
  orgId: string,
  { input_id, sealed_default, unsealed_default }: RowOf<typeof SEALED>,
): JsonValue =>
  sealed_default === null
    ? unsealed_default
    : JSON.parse(open(sealed_default, defaultPurpose(orgId, input_id)));

const DEFAULTS_A_BATCH = 500;

/**
 * Seals the next batch of defaults that an earlier release stored as plain text. Returns how many; 0 when none are left.
 * Finished batches stay done, and any number of workers may run batches at once.
 */
export async function sealSomeDefaults(): Promise<number> {
  return transaction(async (tx) => {
    const rows = await query(
      { org_id: column.text, input_id: column.int, unsealed_default: column.json<JsonValue>() },
      statement`select org_id, input_id, unsealed_default from command_input where unsealed_default is not null
        order by input_id limit ${DEFAULTS_A_BATCH} for update skip locked`,
      tx,
    );
    if (rows.length === 0) return 0;
    const sealed = rows.map(({ org_id, input_id, unsealed_default }) => ({
      input_id,
      sealed_default: bytesAsJson(sealDefault(org_id, input_id, unsealed_default)),
    }));
    await execute(
      statement`update command_input i
        set sealed_default = coalesce(i.sealed_default, done.sealed_default), unsealed_default = null
        from jsonb_populate_recordset(null::command_input, ${JSON.stringify(sealed)}::text::jsonb) done
        where i.input_id = done.input_id`,
      tx,
    );
    return rows.length;
  });
}
