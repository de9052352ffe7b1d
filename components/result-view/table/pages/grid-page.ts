import type { ServedRows } from '@/components/ui/table/served-rows';
import type { JsonValue } from '@/lib/base/json';

/** One page of a table whose rows are on the server. */
export interface GridPage {
  rows: JsonValue[][];
  /** The place of each row in the whole table, from 0. */
  numbers: readonly number[];
  served: ServedRows;
}
