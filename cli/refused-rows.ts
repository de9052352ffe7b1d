import { ApiError } from '@/lib/client/api-client';
import { CliError, exitCodes } from './exit';

const CELL = /^runramsList\[(\d+)\]\.(.*)$/s;
const MOST_TOLD = 20;

/**
 * A refusal of rows in the words of the file that they are from: `Row 2, Order ID: Must be a whole number`. Any other error
 * stays as it is.
 *
 * @param columns the names of the file's columns by the keys of their inputs
 */
export function refusedRows(error: unknown, columns: ReadonlyMap<string, string>): unknown {
  if (!(error instanceof ApiError) || error.issues.length === 0) return error;
  const lines: string[] = [];
  for (const { path, message } of error.issues) {
    const [, row, key = ''] = CELL.exec(path) ?? [];
    if (row === undefined) return error;
    lines.push(`  Row ${Number(row) + 1}, ${columns.get(key) ?? key}: ${message}`);
  }
  const more = lines.length > MOST_TOLD ? [`  … and ${lines.length - MOST_TOLD} more`] : [];
  return new CliError(
    exitCodes.usage,
    ["Nothing was run. These values can't be sent:", ...lines.slice(0, MOST_TOLD), ...more].join('\n'),
  );
}
