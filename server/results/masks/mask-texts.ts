import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { type IsMasked, MASKED_VALUE } from '@/lib/outputs/masks';
import type { ResultFacts } from '@/lib/results/result-facts';
import { readCsv } from '@/lib/results/table/read-csv';
import { column, query } from '@/server/base/database/statements';
import {
  MASK_COLUMNS,
  MASK_JOIN,
  MASKS,
  masksOfRow,
  type RunMasks,
  SCALAR,
  unmasked,
} from '@/server/results/masks/run-masks';
import { readShownResult, type ShownResult } from '@/server/results/reading/read-result';

/** Replaces masked values of a run's result in a text about the run: its log, or an error. */
export type MaskText = (text: string) => string;

/** Shorter values occur in every text by chance. In UTF-16 code units. */
const SHORTEST = 3;
/** More distinct values than these take too long to look for. */
const MOST_VALUES = 5000;

interface StoredRun {
  orgId: string;
  runId: number;
  hasResult: boolean;
  smallLines: string | null;
  facts: ResultFacts | null;
}

/**
 * Finds the masked values of the shown part of a result, the first 1,000 rows. Returns null for a run without masks, so
 * that its texts cost nothing.
 */
export async function maskTextOf(run: StoredRun, { isMasked }: RunMasks): Promise<MaskText | null> {
  if (isMasked === null) return null;
  const values = new Set<string>();
  if (run.hasResult) {
    collectShown(await readShownResult(run.orgId, run.runId, run.smallLines, unmasked), isMasked, values);
  }
  for (const { name, value } of [
    ...(run.facts?.outputs ?? []),
    ...(run.facts?.returnValue ? [run.facts.returnValue] : []),
  ]) {
    collect(value, [name], isMasked, false, values);
  }
  // A value that contains another one is replaced first, as a whole.
  const sought = [...values].sort((a, b) => b.length - a.length);
  return (text) => sought.reduce(withoutValue, text);
}

/** The same for a run whose access was already checked. */
export async function readMaskText(orgId: string, runId: number): Promise<MaskText | null> {
  const [row] = await query(
    {
      ...MASKS,
      has_result: column.boolean,
      small_lines: column.text.nullable(),
      result_facts: column.text.nullable(),
    },
    statement`select ${MASK_COLUMNS}, r.has_result, s.lines as small_lines, r.result_facts
      from run r
      join command c on c.org_id = r.org_id and c.command_id = r.command_id ${MASK_JOIN}
      left join run_result s on s.org_id = r.org_id and s.run_id = r.run_id
      where r.org_id = ${orgId} and r.run_id = ${runId}`,
  );
  if (row === undefined) return null;
  const facts = row.result_facts === null ? null : JSON.parse(row.result_facts);
  const run = { orgId, runId, hasResult: row.has_result, smallLines: row.small_lines, facts };
  return maskTextOf(run, masksOfRow(row));
}

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Replaces a value where it stands by itself: `4711` within `14711` is another number. */
function withoutValue(text: string, value: string): string {
  let out = '';
  let from = 0;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    if (at < from) continue;
    const isInside = isWordCharacter(value[0]) && isWordCharacter(text[at - 1]);
    const goesOn = isWordCharacter(value.at(-1)) && isWordCharacter(text[at + value.length]);
    if (isInside || goesOn) continue;
    out += text.slice(from, at) + MASKED_VALUE;
    from = at + value.length;
  }
  return out + text.slice(from);
}

function collectShown({ tables, value, whole }: ShownResult, isMasked: IsMasked, into: Set<string>): void {
  const csv = whole?.format === 'csv' && typeof whole.content === 'string' ? readCsv(whole.content) : null;
  const rowsOf = csv !== null && 'table' in csv ? [csv.table] : tables;
  for (const { columns, rows } of rowsOf) {
    for (const row of rows) {
      for (const [at, cell] of (Array.isArray(row) ? row : []).entries()) {
        collect(cell, [columns[at]?.name ?? ''], isMasked, false, into);
      }
    }
  }
  if (value !== undefined) collect(value, [], isMasked, isMasked([SCALAR]), into);
  if (whole !== null && csv === null) collect(whole.content, [], isMasked, false, into);
}

/** @param isWithin whether a container around the value is masked */
function collect(
  value: JsonValue,
  keys: readonly string[],
  isMasked: IsMasked,
  isWithin: boolean,
  into: Set<string>,
): void {
  const isHidden = isWithin || isMasked(keys);
  if (Array.isArray(value)) {
    for (const item of value) collect(item, keys, isMasked, isHidden, into);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value))
      collect(inner, [...keys, key], isMasked, isHidden, into);
  } else if (isHidden && (typeof value === 'string' || typeof value === 'number')) {
    const text = String(value);
    if (text.length >= SHORTEST && into.size < MOST_VALUES) into.add(text);
  }
}
