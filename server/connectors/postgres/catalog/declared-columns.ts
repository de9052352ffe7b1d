import type { PostgresType } from '@/lib/type-systems/postgres/postgres-types';
import type { Column } from '@/server/connectors/result-sink';
import type { Routine } from '../executable';
import { withoutDomain } from './domains';
import type { RoutineRow } from './routine-rows';

const OUTPUT_MODES: readonly string[] = ['o', 'b', 't'];

/** A type as a result names it: without the precision or length that an attribute of a row declares. */
const resultName = ({ name }: PostgresType): string => name.replace(/\(\d+(?:,-?\d+)?\)/, '');

/**
 * Returns the columns that a routine declares for its result, in order; none if its result isn't a table, or only a call
 * tells what is in it.
 */
export function declaredColumns(
  row: RoutineRow,
  returns: Routine['returns'],
  typeOf: (oid: number) => PostgresType,
): Column[] {
  if (returns !== 'table') return [];
  const outputs = row.arguments.filter(({ mode }) => OUTPUT_MODES.includes(mode));
  if (outputs.length > 0) {
    // The server names an output without a name after its place.
    return outputs.map(({ name, oid }, at) => ({
      name: name ?? `column${at + 1}`,
      type: resultName(typeOf(oid)),
    }));
  }
  const returned = withoutDomain(typeOf(row.return_oid));
  if (returned.kind !== 'composite') return [{ name: row.name, type: resultName(typeOf(row.return_oid)) }];
  return returned.attributes.map(({ key, type }) => ({ name: key, type: resultName(type) }));
}
