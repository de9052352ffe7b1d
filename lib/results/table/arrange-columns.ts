import { below } from '@/lib/outputs/json-path';
import type { OutputColumn } from '@/lib/outputs/output-column';
import type { ResultTable } from '@/lib/results/table/result-table';

/** Where a table comes from: a result set, or the list of objects at a path of a JSON result. */
export type TableSource = { kind: 'column'; resultSet: number } | { kind: 'field'; listPath: string };

/** One column of a table as it is shown. */
export interface ShownColumn {
  /** Its place in the rows. */
  index: number;
  /** The source's name of it. */
  path: string;
  /** Its name for people. */
  name: string;
  /** Its setting; null if engineers set nothing. */
  setting: OutputColumn | null;
}

/** The name of a column among the settings. */
const pathOf = (source: TableSource, name: string): string =>
  source.kind === 'column' ? name : below(`${source.listPath}[]`, name);

const keyOf = (kind: OutputColumn['kind'], resultSet: number, path: string): string =>
  `${kind} ${resultSet} ${path}`;

/**
 * The columns of a table in the order that engineers chose, with their names: those that have a place first, the others
 * as the source has them. Hidden ones are there, too.
 */
export function arrangeColumns(
  { columns }: Pick<ResultTable, 'columns'>,
  source: TableSource,
  settings: readonly OutputColumn[],
): ShownColumn[] {
  const byKey = new Map(settings.map((each) => [keyOf(each.kind, each.resultSet, each.path), each]));
  const resultSet = source.kind === 'column' ? source.resultSet : 0;
  const shown = columns.map(({ name }, index): ShownColumn => {
    const setting = byKey.get(keyOf(source.kind, resultSet, pathOf(source, name))) ?? null;
    return { index, path: name, name: setting?.name ?? name, setting };
  });
  const orderOf = ({ setting }: ShownColumn): number => setting?.order ?? Number.POSITIVE_INFINITY;
  return shown.sort((a, b) => {
    const [first, second] = [orderOf(a), orderOf(b)];
    return first === second ? a.index - b.index : first - second;
  });
}
