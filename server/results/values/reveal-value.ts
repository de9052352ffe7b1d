import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import type { revealValue as revealValueOperation } from '@/lib/contract/command/reveal';
import { MASKED_VALUE } from '@/lib/outputs/masks';
import { objectPathText, type PathStep } from '@/lib/outputs/object-path';
import { readCsv } from '@/lib/results/table/read-csv';
import { recordAudit } from '@/server/access/audit';
import { mayReveal } from '@/server/access/may-reveal';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError, forbidden } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { masksOfRun, type RunMasks, unmasked } from '@/server/results/masks/run-masks';
import { readShownResult, type ShownResult } from '@/server/results/reading/read-result';
import { readRows } from '@/server/results/rows/read-rows';

/**
 * Reveals one masked value of the shown part of a result, or of any row of a table. Who did, and where, is in the audit
 * log; the value is not.
 * Throws 409 if the value isn't masked, and 403 if the person may not reveal it.
 */
export async function revealValue({
  actor,
  subject,
  body,
  audit,
  signal,
}: Context<typeof revealValueOperation>) {
  const { orgId, runId, command } = subject;
  const { commandId, standing } = command;
  const resultSet = body.resultSet ?? 0;
  const masks = await masksOfRun(orgId, runId);
  if (masks.isMasked === null) throw notMasked();
  const [row] = await query(
    {
      mask_revealers: column.json<string[]>(),
      small_lines: column.text.nullable(),
      has_result: column.boolean,
      store_id: column.int.nullable(),
    },
    statement`select c.mask_revealers, s.lines as small_lines, r.has_result, r.result_store_id as store_id
      from run r
      join command c on c.org_id = r.org_id and c.command_id = ${command.configuredId}
      left join run_result s on s.org_id = r.org_id and s.run_id = r.run_id
      where r.org_id = ${orgId} and r.run_id = ${runId}`,
  );
  if (!mayReveal(actor, { role: standing.access?.role ?? null, revealers: row?.mask_revealers ?? [] })) {
    throw forbidden('Only the people whom an engineer of the command named may reveal masked values.');
  }
  if (row?.has_result !== true) throw new AppError('conflict', 'The result of this run was deleted.');
  const { small_lines: smallLines, store_id: storeId } = row;
  const read = async (as: RunMasks): Promise<Found | null> => {
    const shown = await readShownResult(orgId, runId, smallLines, as);
    const shownTable = shown.tables[resultSet];
    const [number] = body.steps;
    if (shownTable === undefined || typeof number !== 'number' || number < shownTable.rows.length) {
      return at(shown, resultSet, body.steps);
    }
    const query = { resultSet, sort: null, from: number, count: 1, search: '', filters: [] };
    const table = { orgId, runId, userId: actor.userId, storeId, smallLines, masks: as };
    const page = await readRows(table, query, signal);
    return inTable(shownTable.columns, page.rows[0]?.cells, body.steps);
  };
  const seen = await read(masks);
  if (seen?.value !== MASKED_VALUE) throw notMasked();
  const value = (await read(unmasked))?.value;
  if (value === undefined) throw notMasked();
  await transaction((tx) =>
    recordAudit(tx, audit, {
      orgId,
      action: 'run.reveal',
      subjectType: 'run',
      subjectId: String(runId),
      after: { kit_id: commandId, result_set: resultSet, ...seen.place },
    }),
  );
  return { value };
}

const notMasked = () =>
  new AppError(
    'conflict',
    'There is no masked value here. Open the run again to see its result as it is now.',
  );

interface Found {
  value: JsonValue;
  /** Its place in words for the audit log. */
  place: { row: number; column: string } | { field: string };
}

function at(
  { tables, value, whole }: ShownResult,
  resultSet: number,
  steps: readonly PathStep[],
): Found | null {
  const table = whole?.format === 'csv' ? csvTable(whole.content) : tables[resultSet];
  if (table !== undefined) {
    const [row] = steps;
    return inTable(table.columns, typeof row === 'number' ? table.rows[row] : undefined, steps);
  }
  const found = within(whole === null ? value : whole.content, steps);
  return found === undefined ? null : { value: found, place: { field: objectPathText(steps) } };
}

type Table = Pick<ShownResult['tables'][number], 'columns' | 'rows'>;

function inTable(
  columns: Table['columns'],
  cells: JsonValue | undefined,
  [row, cell, ...inner]: readonly PathStep[],
): Found | null {
  if (typeof row !== 'number' || typeof cell !== 'number') return null;
  const value = within(cells, [cell, ...inner]);
  if (value === undefined) return null;
  const name = columns[cell]?.name ?? '';
  // Rows are counted from 1 where people read them.
  return {
    value,
    place: { row: row + 1, column: inner.length === 0 ? name : objectPathText([name, ...inner]) },
  };
}

function csvTable(content: JsonValue): Table | undefined {
  const read = typeof content === 'string' ? readCsv(content) : { problem: '' };
  return 'problem' in read ? undefined : read.table;
}

function within(value: JsonValue | undefined, steps: readonly PathStep[]): JsonValue | undefined {
  return steps.reduce<JsonValue | undefined>((outer, step) => {
    if (outer === null || typeof outer !== 'object') return undefined;
    if (Array.isArray(outer)) return typeof step === 'number' ? outer[step] : undefined;
    return Object.hasOwn(outer, String(step)) ? outer[String(step)] : undefined;
  }, value);
}
