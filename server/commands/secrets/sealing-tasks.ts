import statement from 'sql-template-tag';
import type { InputType } from '@/lib/inputs/input';
import { typeNamed } from '@/lib/type-systems/known-types';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import type { InputEdit } from '@/server/connectors/things';

/** An input that became a secret, whose earlier values are still to be sealed. */
export interface SealingTask {
  orgId: string;
  templateId: number;
  key: string;
  /** Its key, and those that it had before engineers renamed it: earlier runs have its values under these. */
  keys: string[];
  type: InputType;
  /** All runs up to this one are done; 0 before the first batch. */
  reachedRunId: number;
  /** Whether someone may still start a run from a form that was read before the input became a secret. */
  isYoung: boolean;
}

/** How long a task waits for runs that are in progress, and for requests that read a form before. */
const WAIT_SECONDS = 60;

/** Has the workers seal the earlier values of inputs that have just become secrets, in the transaction that made them so. */
export async function noteNewSecrets(
  tx: Sql,
  orgId: string,
  templateId: number,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await execute(
    statement`insert into sealing_task (org_id, template_id, key)
      select ${orgId}, ${templateId}, key from unnest(${[...keys]}::text[]) given (key)
      on conflict (template_id, key) do update set reached_run_id = 0, open_run_id = null, created_at = now(),
        next_at = now()`,
    tx,
  );
}

/** Takes a task that is due and locks it until the transaction ends. Returns null if no task is due. */
export async function takeSealingTask(tx: Sql): Promise<SealingTask | null> {
  const [row] = await query(
    {
      org_id: column.text,
      template_id: column.int,
      key: column.text,
      reached_run_id: column.int,
      is_young: column.boolean,
      input_edits: column.json<InputEdit[]>(),
      type: column.json<InputType | null>(),
    },
    statement`select s.org_id, s.template_id, s.key, s.reached_run_id, t.input_edits,
        s.created_at > now() - make_interval(secs => ${WAIT_SECONDS}) as is_young,
        (select i.type from template_input i where i.template_id = s.template_id and i.key = s.key) as type
      from sealing_task s join template t on t.org_id = s.org_id and t.template_id = s.template_id
      where s.next_at <= now() order by s.next_at, s.template_id, s.key limit 1 for update of s skip locked`,
    tx,
  );
  if (row === undefined) return null;
  const { key } = row;
  return {
    orgId: row.org_id,
    templateId: row.template_id,
    key,
    keys: [key, ...formerKeys(row.input_edits, key)],
    // One that was deleted since had values, too.
    type: row.type ?? deletedType(),
    reachedRunId: row.reached_run_id,
    isYoung: row.is_young,
  };
}

function deletedType(): InputType {
  const type = typeNamed('openapi', 'string:password');
  if (type === null) throw new Error('The type for passwords is missing');
  return type;
}

function formerKeys(edits: readonly InputEdit[], key: string): string[] {
  const former: string[] = [];
  let current = key;
  for (const edit of [...edits].reverse()) {
    if (edit.kind !== 'rename' || edit.to !== current) continue;
    current = edit.key;
    former.push(current);
  }
  return former;
}

/** Saves how far a task has come. */
export const advanceTask = (
  tx: Sql,
  { templateId, key }: SealingTask,
  { reachedRunId, firstOpenId }: { reachedRunId: number; firstOpenId: number | null },
): Promise<void> =>
  execute(
    statement`update sealing_task set reached_run_id = ${reachedRunId},
        open_run_id = coalesce(open_run_id, ${firstOpenId}::bigint)
      where template_id = ${templateId} and key = ${key}`,
    tx,
  );

/**
 * Ends a task that has come to the last run. If some of its runs were in progress, it returns to the first of them in a
 * while; a young task looks at its last batch again.
 */
export async function endTask(
  tx: Sql,
  { templateId, key, isYoung, reachedRunId }: SealingTask,
): Promise<boolean> {
  const again = await query(
    { template_id: column.int },
    statement`update sealing_task set reached_run_id = coalesce(open_run_id - 1, ${reachedRunId}), open_run_id = null,
        next_at = now() + make_interval(secs => ${WAIT_SECONDS})
      where template_id = ${templateId} and key = ${key} and (open_run_id is not null or ${isYoung})
      returning template_id`,
    tx,
  );
  if (again.length > 0) return false;
  await execute(statement`delete from sealing_task where template_id = ${templateId} and key = ${key}`, tx);
  return true;
}
