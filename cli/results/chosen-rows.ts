import { likelyMeant } from '@/lib/commands/suggest';
import { readTable, readTables } from '@/lib/results/table/result-table';
import { type Arguments, textFlag } from '../arguments';
import { misused } from '../exit';
import type { EndedRun } from '../follow';

/** Options that choose rows and columns of one table, as filters and columns of the page do. */
export const CHOOSING = ['table', 'search', 'filter', 'sort', 'columns'] as const;

/** The query of a download; empty for the whole result. */
export interface ChosenRows {
  resultSet?: number;
  search?: string;
  filter?: string[];
  sort?: number;
  sortDesc?: boolean;
  columns?: string;
}

/**
 * Reads which rows and columns are wanted: `--search TEXT`, `--filter COLUMN=TEXT` (several times), `--sort COLUMN` or
 * `--sort COLUMN-`, `--columns A,B`, and `--table N` of several tables, from 1. Columns are named as the source returned
 * them. Throws for a result without tables, and for unknown columns.
 */
export function chosenRows(line: Arguments, run: Pick<EndedRun, 'payload' | 'payloadFormat'>): ChosenRows {
  if (!CHOOSING.some((name) => line.flags.has(name))) return {};
  const tables = tablesOf(run);
  const table = tableNumber(textFlag(line, 'table'), tables.length);
  const names = tables[table] ?? [];
  const place = (name: string): number => columnPlace(names, name);
  const search = textFlag(line, 'search');
  const sort = textFlag(line, 'sort');
  const columns = textFlag(line, 'columns');
  const isDown = sort?.endsWith('-') === true && !names.includes(sort);
  const filter = (line.flags.get('filter') ?? []).map((each) => {
    const [, name = '', text = ''] = /^([^=]+)=([\s\S]+)$/.exec(String(each)) ?? [];
    if (name === '') throw misused(`--filter needs COLUMN=TEXT, not “${each}”.`);
    return `${place(name)}:${text}`;
  });
  return {
    resultSet: table,
    ...(search === undefined ? {} : { search }),
    ...(filter.length === 0 ? {} : { filter }),
    ...(sort === undefined ? {} : { sort: place(isDown ? sort.slice(0, -1) : sort) }),
    ...(isDown ? { sortDesc: true } : {}),
    ...(columns === undefined ? {} : { columns: columns.split(',').map(place).join(',') }),
  };
}

/** The names of the columns of each table. Throws if the result has no table. */
function tablesOf({ payload, payloadFormat }: Pick<EndedRun, 'payload' | 'payloadFormat'>): string[][] {
  const one = payload == null ? null : readTable(payload);
  const tables =
    one === null && payload != null && payloadFormat === 'json.multiset.rowwise'
      ? readTables(payload)
      : one && [one];
  if (tables === null || tables.length === 0) {
    throw misused('This result has no table to choose rows and columns of.');
  }
  return tables.map(({ columns }) => columns.map(({ name }) => name));
}

function tableNumber(text: string | undefined, count: number): number {
  if (text === undefined) return 0;
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= count) return number - 1;
  throw misused(count === 1 ? 'This result has one table.' : `--table is a number from 1 to ${count}.`);
}

function columnPlace(names: readonly string[], wanted: string): number {
  const exact = names.indexOf(wanted);
  const found = exact < 0 ? names.findIndex((name) => isAlike(name, wanted)) : exact;
  if (found >= 0) return found;
  const [meant] = likelyMeant(wanted, names);
  throw misused(
    `No column is named “${wanted}”. ${meant === undefined ? `The columns are ${names.join(', ')}.` : `Did you mean “${meant}”?`}`,
  );
}

const isAlike = (one: string, other: string): boolean => one.toLowerCase() === other.trim().toLowerCase();
