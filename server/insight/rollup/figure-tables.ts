import statement, { raw, type Sql as Statement } from 'sql-template-tag';
import type { Sql } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';

interface FigureTable {
  name: Statement;
  /** What tells the rows of a slot of an organization apart. */
  keys: Statement;
  /** What they count. */
  sums: readonly string[];
}

const tableOf = (name: string, keys: string, sums: readonly string[]): FigureTable => ({
  name: raw(name),
  keys: raw(keys),
  sums,
});

const COMMAND_FIGURE = tableOf('command_figure', 'command_id, template_id, trigger, outcome', ['runs']);
const PERSON_FIGURE = tableOf('person_figure', 'user_id, trigger, outcome', ['runs']);

/** The tables of figures, in the order of `figuresOf`. */
export const figureTables: readonly FigureTable[] = [
  COMMAND_FIGURE,
  PERSON_FIGURE,
  tableOf('command_time', 'command_id, bucket', ['taken', 'waited']),
  tableOf('org_figure', 'trigger, outcome', ['runs']),
  tableOf('org_time', 'bucket', ['taken', 'waited']),
];

/** Those that have a slot of all time. */
export const figuresOfAllTime: readonly FigureTable[] = [COMMAND_FIGURE, PERSON_FIGURE];

/** The span and the slot of all time. */
export const ALL_TIME = statement`'ever'::figure_span, timestamptz '1970-01-01Z'`;

/**
 * Inserts the sums of days into a longer slot, which must be empty.
 *
 * @param slot its span and its time, which may depend on those of the day
 * @param days which days, in SQL
 */
export function sumDays(
  tx: Sql,
  { name, keys, sums }: FigureTable,
  slot: Statement,
  days: Statement,
): Promise<void> {
  return execute(
    statement`insert into ${name} (org_id, span, slot_at, ${keys}, ${raw(sums.join(', '))})
      select org_id, ${slot}, ${keys}, ${raw(sums.map((sum) => `sum(${sum})`).join(', '))} from ${name}
      where span = 'day' and ${days} group by 1, 2, 3, ${keys}`,
    tx,
  );
}
