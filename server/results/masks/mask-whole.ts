import { type IsMasked, MASKED_VALUE, maskRow } from '@/lib/outputs/masks';
import { CSV_LINE_END, csvLineAsIs } from '@/lib/results/csv';
import { rowsOfCsv } from '@/server/results/formats/csv-rows';
import { maskedJson } from '@/server/results/masks/json-masker';
import type { StoredWhole } from '@/server/results/stored/result-file';

/**
 * A response in one piece with its masked values replaced. Text and files have neither columns nor fields, so nothing
 * tells where a masked value is in them, and they are masked as a whole.
 */
export function maskedWhole(whole: StoredWhole, isMasked: IsMasked | null): StoredWhole {
  if (isMasked === null) return whole;
  switch (whole.format) {
    case 'json':
      return { ...whole, bytes: () => maskedJson(whole.bytes(), isMasked) };
    case 'csv':
      return { ...whole, bytes: () => maskedCsv(whole, isMasked) };
    default:
      return { ...whole, bytes: maskedText };
  }
}

/** Like a response that is not masked, it is neutralized where it becomes a file. */
async function* maskedCsv(whole: StoredWhole, isMasked: IsMasked): AsyncGenerator<Buffer> {
  let names: string[] | null = null;
  for await (const rows of rowsOfCsv(whole)) {
    const lines: string[] = [];
    for (const row of rows) {
      const heading: string[] | null = names;
      names ??= row.map(String);
      lines.push(csvLineAsIs(heading === null ? row : maskRow(row, heading, isMasked)) + CSV_LINE_END);
    }
    yield Buffer.from(lines.join(''));
  }
}

async function* maskedText(): AsyncGenerator<Buffer> {
  yield Buffer.from(MASKED_VALUE);
}
