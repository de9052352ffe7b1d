import { AppError } from '@/server/errors';

/** The columns that a list may be filtered and sorted by: the wire's field → an SQL expression. */
export type FilterFields = Readonly<Record<string, string>>;

const OPERATORS: Record<string, (column: string, parameter: string) => string> = {
  contains: (column, parameter) => `strpos(lower(${column}::text), lower(${parameter})) > 0`,
  gte: (column, parameter) => `${column} >= ${parameter}`,
  lt: (column, parameter) => `${column} < ${parameter}`,
};

/** `field:value`, `field~:value`, `field:operator:value`; the value may itself hold colons. */
const FILTER = /^(?<field>\w+)(?<not>~)?:(?:(?<operator>contains|gte|lt):)?(?<value>.*)$/s;

export function refuseFilter(path: string, message: string): AppError {
  return new AppError('invalid', message, { issues: [{ path, message }] });
}

function columnOf(fields: FilterFields, field: string, path: string): string {
  const column = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (column !== undefined) return column;
  throw refuseFilter(path, `There is no field "${field}" to go by. Known: ${Object.keys(fields).join(', ')}`);
}

/** One `filter`, taken apart. `operator` is null where the field shall equal the value. */
export interface Filter {
  field: string;
  isNot: boolean;
  operator: 'contains' | 'gte' | 'lt' | null;
  value: string;
}

/** Throws 400 for what is no filter. */
export function parseFilter(filter: string): Filter {
  const parts = FILTER.exec(filter)?.groups;
  if (parts?.field === undefined || parts.value === undefined || parts.value.includes('\0')) {
    throw refuseFilter('query.filter', `"${filter}" is no filter. Write field:value or field:contains:text.`);
  }
  const operator = (parts.operator ?? null) as Filter['operator'];
  if (parts.not !== undefined && operator !== null) {
    // Answered without its "not", it would show exactly what was to be left out.
    throw refuseFilter(
      'query.filter',
      `"${filter}" is no filter: "~" goes with a value alone, field~:value.`,
    );
  }
  return { field: parts.field, isNot: parts.not !== undefined, operator, value: parts.value };
}

/**
 * The documents' `filter`, as a condition that is AND-ed to a query, with its values bound from
 * `firstParameter` on. Throws 400 that names an unknown field.
 */
export function filterSql(
  filters: readonly string[],
  fields: FilterFields,
  firstParameter: number,
): { sql: string; values: string[] } {
  const values: string[] = [];
  const conditions = filters.map((filter) => {
    const { field, isNot, operator, value } = parseFilter(filter);
    const column = columnOf(fields, field, 'query.filter');
    if (operator === null && value.toLowerCase() === 'null') return `${column} is ${isNot ? 'not ' : ''}null`;
    values.push(/^(true|false)$/i.test(value) ? value.toLowerCase() : value);
    const parameter = `$${firstParameter + values.length - 1}`;
    const compare = operator === null ? undefined : OPERATORS[operator];
    if (compare !== undefined) return compare(column, parameter);
    return `${column}::text is ${isNot ? '' : 'not '}distinct from ${parameter}`;
  });
  return { sql: conditions.map((condition) => ` and ${condition}`).join(''), values };
}

/** `sort` and `sortDesc`, as an ORDER BY; `otherwise` where neither is given. */
export function sortSql(
  { sort, sortDesc }: { sort?: string; sortDesc?: string },
  fields: FilterFields,
  otherwise: string,
): string {
  if (sort !== undefined) return `${columnOf(fields, sort, 'query.sort')} asc nulls last, ${otherwise}`;
  if (sortDesc !== undefined)
    return `${columnOf(fields, sortDesc, 'query.sortDesc')} desc nulls last, ${otherwise}`;
  return otherwise;
}
