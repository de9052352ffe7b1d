import statement, { empty, join, raw, type Sql as Statement } from 'sql-template-tag';
import { invalidAt } from '@/server/base/errors';

/** An SQL expression that is true or false. Filters name these as the documents do (`True`) or in lowercase. */
export interface Flag {
  flag: string;
}

/** The columns that a list can be filtered and sorted by: the wire's field → an SQL expression. */
export type FilterFields = Readonly<Record<string, string | Flag>>;

const COMPARISONS: Record<
  NonNullable<Filter['operator']>,
  (column: Statement, value: string) => Statement
> = {
  contains: (column, value) => statement`strpos(lower(${column}::text), lower(${value})) > 0`,
  gte: (column, value) => statement`${column} >= ${value}`,
  lt: (column, value) => statement`${column} < ${value}`,
};

/** `field:value`, `field~:value`, `field:operator:value`; the value may contain colons itself. */
const FILTER = /^(?<field>\w+)(?<not>~)?:(?:(?<operator>contains|gte|lt):)?(?<value>.*)$/s;

function columnOf(fields: FilterFields, field: string, path: string): { column: Statement; isFlag: boolean } {
  const found = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (typeof found === 'string') return { column: raw(found), isFlag: false };
  if (found !== undefined) return { column: raw(found.flag), isFlag: true };
  throw invalidAt(
    path,
    `You can't filter or sort by "${field}". Available fields: ${Object.keys(fields).join(', ')}`,
  );
}

/** Whether a filter's value is `true`. Throws 400 unless it is `true` or `false`, in any letter case. */
export function flagOf({ operator, value }: Filter): boolean {
  const word = value.toLowerCase();
  if (operator !== null || (word !== 'true' && word !== 'false')) {
    throw invalidAt('query.filter', `"${value}" is not true or false.`);
  }
  return word === 'true';
}

/** A parsed `filter`. `operator` is null for equality. */
export interface Filter {
  field: string;
  isNot: boolean;
  operator: 'contains' | 'gte' | 'lt' | null;
  value: string;
}

/** Throws 400 for an invalid filter. */
export function parseFilter(filter: string): Filter {
  const parts = FILTER.exec(filter)?.groups;
  if (parts?.field === undefined || parts.value === undefined || parts.value.includes('\0')) {
    throw invalidAt(
      'query.filter',
      `"${filter}" is not a valid filter. Write field:value or field:contains:text.`,
    );
  }
  const operator = (parts.operator ?? null) as Filter['operator'];
  if (parts.not !== undefined && operator !== null) {
    // Ignoring the "not" would show exactly what was to be left out.
    throw invalidAt(
      'query.filter',
      `"${filter}" is not a valid filter: "~" only works with a value, as in field~:value.`,
    );
  }
  return { field: parts.field, isNot: parts.not !== undefined, operator, value: parts.value };
}

/**
 * The documents' `filter` as conditions to append to a query, each with its "and". Throws 400 that names an unknown
 * field, or what is neither true nor false.
 *
 * Equality is written so that Postgres expects half of the rows to match. Of a plain comparison of a column's text it
 * expects one in two hundred: it then joins 5,000 commands by trying each with each, for seconds.
 */
export function filterSql(filters: readonly string[], fields: FilterFields): Statement {
  if (filters.length === 0) return empty;
  const conditions = filters.map((filter) => {
    const parsed = parseFilter(filter);
    const { field, isNot, operator, value } = parsed;
    const { column, isFlag } = columnOf(fields, field, 'query.filter');
    if (operator === null && value.toLowerCase() === 'null') {
      return isNot ? statement`${column} is not null` : statement`${column} is null`;
    }
    const compared = isFlag ? String(flagOf(parsed)) : value;
    if (operator !== null) return COMPARISONS[operator](column, compared);
    const isEqual = statement`coalesce(${column}::text = ${compared}, false)`;
    return isNot ? statement`not ${isEqual}` : isEqual;
  });
  return join(conditions, ' and ', ' and ');
}

/** `sort` and `sortDesc` as an ORDER BY; `otherwise` if neither is set. */
export function sortSql(
  { sort, sortDesc }: { sort?: string; sortDesc?: string },
  fields: FilterFields,
  otherwise: string,
): Statement {
  if (sort !== undefined) {
    return statement`${columnOf(fields, sort, 'query.sort').column} asc nulls last, ${raw(otherwise)}`;
  }
  if (sortDesc !== undefined) {
    return statement`${columnOf(fields, sortDesc, 'query.sortDesc').column} desc nulls last, ${raw(otherwise)}`;
  }
  return raw(otherwise);
}
