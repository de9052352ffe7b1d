import statement from 'sql-template-tag';
import { SECRET_MARK } from '@/lib/base/secret-mark';
import type { Input, InputValues } from '@/lib/inputs/input';
import { holdsSecret, withoutSecrets } from '@/lib/inputs/secret-values';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import type { SealingTask } from '@/server/commands/secrets/sealing-tasks';
import { type RunDefinition, readDefinition } from '@/server/runs/start/definition';
import { keepValues } from '@/server/runs/start/run-values';

/** How many ids of runs a batch goes through, most of which may be of other commands. */
const IDS_A_BATCH = 5000;

const RUN = {
  run_id: column.int,
  params: column.text.nullable(),
  sent_values: column.text.nullable(),
  sealed_values: column.bytes.nullable(),
  is_open: column.boolean,
  definition_id: column.int.nullable(),
  content: column.text.nullable(),
};
type Row = RowOf<typeof RUN>;

export interface SealedRuns {
  /** Of how many runs a value was sealed. */
  count: number;
  /** All runs up to this one were looked at. */
  reachedRunId: number;
  /** Whether there are no later runs. */
  isLast: boolean;
  /** The first run that is still in progress: what it was approved for, or is about to send, must not change. */
  firstOpenId: number | null;
}

/** Seals what the next runs of a template sent for an input that became a secret since. */
export async function sealRuns(tx: Sql, task: SealingTask): Promise<SealedRuns> {
  const { orgId, templateId, reachedRunId } = task;
  const [next] = await query(
    { run_id: column.int.nullable() },
    statement`select min(run_id) as run_id from run where run_id > ${reachedRunId}::bigint`,
    tx,
  );
  const upTo = (next?.run_id ?? reachedRunId + 1) - 1 + IDS_A_BATCH;
  const rows = await query(
    RUN,
    statement`select r.run_id, r.params, r.sent_values, r.sealed_values, r.status in ('starting', 'running') as is_open,
        r.definition_id, d.content
      from run r left join run_definition d on d.org_id = r.org_id and d.definition_id = r.definition_id
      where r.run_id > ${reachedRunId} and r.run_id <= ${upTo} and r.org_id = ${orgId} and r.template_id = ${templateId}
      order by r.run_id for update of r`,
    tx,
  );
  const ended = rows.filter(({ is_open: isOpen }) => !isOpen);
  let count = 0;
  for (const row of ended) if (await sealRun(tx, task, row)) count += 1;
  await markDefinitions(tx, task, ended);
  const [last] = await query(
    { run_id: column.int.nullable() },
    statement`select max(run_id) as run_id from run`,
    tx,
  );
  return {
    count,
    reachedRunId: upTo,
    isLast: (last?.run_id ?? 0) <= upTo,
    firstOpenId: rows.find(({ is_open: isOpen }) => isOpen)?.run_id ?? null,
  };
}

/** Returns whether there was something to seal. */
async function sealRun(tx: Sql, { orgId, keys, type }: SealingTask, row: Row): Promise<boolean> {
  const { params, content } = row;
  if (params === null || content === null) return false;
  const inputs = keys.map((key) => ({ key, type }) as Input);
  const open = JSON.stringify(withoutSecrets(inputs, JSON.parse(params) as InputValues));
  const before = { sentValues: row.sent_values, sealedValues: row.sealed_values };
  const after =
    row.sealed_values === null
      ? keepValues(
          orgId,
          readDefinition(content).credentialId,
          inputs,
          JSON.parse(row.sent_values ?? params),
          open,
        )
      : before;
  if (open === params && after.sealedValues === before.sealedValues) return false;
  await execute(
    statement`update run set params = ${open}, sent_values = ${after.sentValues}, sealed_values = ${after.sealedValues}
      where org_id = ${orgId} and run_id = ${row.run_id}`,
    tx,
  );
  return true;
}

/**
 * Makes the input a secret in what the runs executed, so that everything that reads their values knows it. The hash stays
 * that of what was executed: receipts have it.
 */
async function markDefinitions(
  tx: Sql,
  { orgId, keys, type }: SealingTask,
  rows: readonly Row[],
): Promise<void> {
  const contents = new Map(
    rows.flatMap((row) => (row.content === null ? [] : [[row.definition_id, row.content]])),
  );
  for (const [definitionId, content] of contents) {
    const definition = JSON.parse(content) as Pick<RunDefinition, 'inputs'>;
    const isMarked = definition.inputs?.every(
      (input) => !keys.includes(input.key) || holdsSecret(input.type),
    );
    if (isMarked !== false) continue;
    const inputs = definition.inputs?.map((input) =>
      keys.includes(input.key)
        ? { ...input, type, defaultValue: input.defaultValue === null ? null : SECRET_MARK }
        : input,
    );
    await execute(
      statement`update run_definition set content = ${JSON.stringify({ ...definition, inputs })}
        where org_id = ${orgId} and definition_id = ${definitionId}`,
      tx,
    );
  }
}
