import statement, { type Sql as Statement } from 'sql-template-tag';
import { type Sql, sql } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { processWide } from '@/server/base/process-wide';
import type { Output } from '@/server/commands/outputs/output-shape';

/**
 * What this process stored last for each command, so that the same result costs no statement. Another worker may have
 * stored something else since, so it counts for a minute.
 */
const learned = () => processWide('learned outputs', () => new Map<number, { rows: string; at: number }>());
const REMEMBERED_MS = 60_000;
const MOST_REMEMBERED = 5000;

/** Stores what a command's result had: see `storeOutputs`. */
export async function learnOutputs(
  orgId: string,
  commandId: number,
  outputs: readonly Output[],
): Promise<void> {
  if (outputs.length === 0) return;
  const rows = JSON.stringify(outputs);
  const last = learned().get(commandId);
  if (last?.rows === rows && Date.now() - last.at < REMEMBERED_MS) return;
  await storeOutputs(orgId, commandId, outputs);
  if (learned().size >= MOST_REMEMBERED) learned().clear();
  learned().set(commandId, { rows, at: Date.now() });
}

/**
 * Stores the columns and fields of a command's result. Columns that it no longer has are marked, and stay for what refers
 * to them; fields stay as they are, since a document need not have all of its fields each time. A result without any says
 * nothing. What a copycat returned is stored for the command that it follows.
 */
export async function storeOutputs(
  orgId: string,
  commandId: number,
  outputs: readonly Output[],
  db: Sql = sql,
): Promise<void> {
  if (outputs.length === 0) return;
  await execute(
    statement`with learner as (
      select coalesce(follows_command_id, command_id) as command_id from command
      where org_id = ${orgId} and command_id = ${commandId}
    ), seen as (${outputRows(outputs)}), gone as (
      update output_column o set is_present = false
      where o.command_id = (select command_id from learner) and o.org_id = ${orgId} and o.is_present and o.kind = 'column'
        and not exists (select from seen s where s.kind = o.kind and s."resultSet" = o.result_set and s.path = o.path)
    )
    insert into output_column (org_id, command_id, kind, result_set, position, path, type)
    select ${orgId}, learner.command_id, kind, "resultSet", position, path, type from seen cross join learner
    order by kind, "resultSet", position
    on conflict (command_id, kind, result_set, path) do update
      set position = excluded.position, type = excluded.type, is_present = true
      where (output_column.position, output_column.type, output_column.is_present)
        is distinct from (excluded.position, excluded.type, true)`,
    db,
  );
}

/** Outputs as rows, in SQL. */
export const outputRows = (outputs: readonly Output[]): Statement => statement`
  select * from jsonb_to_recordset(${JSON.stringify(outputs)}::text::jsonb)
    as seen(kind text, "resultSet" int, position int, path text, type text)`;
