import type { RunFilters } from '@/server/history/run-filters';
import type { RunScope } from '@/server/history/run-scope';

/** Commands so few that the newest runs of each are looked up on their own. */
const FEW_COMMANDS = 50;

/** Texts without three letters or digits in a row have no index: they are looked for in the newest runs alone. */
const NEWEST_RUNS = 12_000;
const INDEXED_TEXT = /[\p{L}\p{N}]{3}/u;

/** A run that was created but never got its values, or none that it could be started with, is nobody's history. */
const WAS_STARTED = `not (r.queued_at is null
  and (r.status = 'starting' or r.end_reason is not distinct from 'never_started'))`;

/** A query whose `?` are bound in order. */
interface Part {
  sql: string;
  values: unknown[];
}

/** The ids of runs that fit, as a statement without an order: `sql` and the values of its parameters. */
export interface RunQuery {
  /** One page of ids in the order of the history. */
  page(order: 'asc' | 'desc', offset: number, limit: number): { text: string; values: unknown[] };
  /** How many fit, counted no further than `most`. */
  count(most: number): { text: string; values: unknown[] };
}

const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function textCondition(field: RunFilters['texts'][number]['field'], text: string, scope: RunScope): Part {
  const found = scope.matches.get(text.toLowerCase()) ?? { commandIds: [], userIds: [] };
  const byPerson = { sql: 'r.started_by_user_id = any(?::text[])', values: [found.userIds] };
  const byValues = { sql: 'r.params ilike ?', values: [likePattern(text)] };
  switch (field) {
    // The scope's commands are narrowed by it already.
    case 'name':
      return { sql: 'true', values: [] };
    case 'user_name':
      return byPerson;
    case 'runrams':
      return byValues;
    case 'search': {
      const either: Part[] = [
        ...(found.commandIds.length > 0
          ? [{ sql: 'r.command_id = any(?::int[])', values: [found.commandIds] }]
          : []),
        ...(found.userIds.length > 0 ? [byPerson] : []),
        byValues,
      ];
      return {
        sql: `(${either.map(({ sql }) => sql).join(' or ')})`,
        values: either.flatMap(({ values }) => values),
      };
    }
  }
}

function scopeCondition({ commandIds, otherIds }: RunScope): Part | null {
  if (otherIds.length === 0) return null;
  return otherIds.length < commandIds.length
    ? { sql: 'r.command_id <> all(?::int[])', values: [otherIds] }
    : { sql: 'r.command_id = any(?::int[])', values: [commandIds] };
}

function numbered(parts: readonly Part[]): { text: string; values: unknown[] } {
  let count = 0;
  const text = parts
    .map(({ sql }) => sql)
    .join(' ')
    .replace(/\?/g, () => {
      count += 1;
      return `$${count}`;
    });
  return { text, values: parts.flatMap(({ values }) => values) };
}

const isSearch = ({ texts }: RunFilters) => texts.some(({ field }) => field !== 'name');

/**
 * How the runs that fit are found among a million. Each shape of question has its way: along the newest runs
 * of the organisation; command by command where these are few; or by an index that a filter has of its own,
 * for which the statement is planned with its values.
 */
export function runQuery(orgId: string, filters: RunFilters, scope: RunScope): RunQuery {
  const conditions: Part[] = [
    ...filters.conditions.map(({ sql, value }) => ({ sql, values: value === null ? [] : [value] })),
    ...(filters.statuses === null
      ? []
      : [{ sql: 'r.status = any(?::run_status[])', values: [filters.statuses] }]),
    ...(filters.statuses?.includes('success') === false
      ? [{ sql: "r.status <> 'success'", values: [] }]
      : []),
  ];
  const texts = filters.texts.map(({ field, text }) => textCondition(field, text, scope));
  const isUnindexed = filters.texts.some(
    ({ field, text }) => (field === 'runrams' || field === 'search') && !INDEXED_TEXT.test(text),
  );
  const and = (parts: readonly Part[]): Part => ({
    sql: parts.map(({ sql }) => ` and ${sql}`).join(''),
    values: parts.flatMap(({ values }) => values),
  });
  const scoped = scopeCondition(scope);
  const where = (parts: readonly Part[]): Part[] => [
    { sql: `where r.org_id = ? and ${WAS_STARTED}`, values: [orgId] },
    and([...(scoped === null ? [] : [scoped]), ...parts]),
  ];
  const columns = 'r.run_id, r.created_at';
  const fitting = (): Part[] => {
    if (!isUnindexed)
      return [{ sql: `select ${columns} from run r`, values: [] }, ...where([...conditions, ...texts])];
    return [
      { sql: `select ${columns} from (select r.* from run r`, values: [] },
      ...where(conditions),
      { sql: `order by r.created_at desc limit ${NEWEST_RUNS}) r where true`, values: [] },
      and(texts),
    ];
  };
  const isByCommand =
    scoped !== null &&
    scope.commandIds.length <= FEW_COMMANDS &&
    !filters.isSelective &&
    filters.statuses === null &&
    !isSearch(filters);
  return {
    page(order, offset, limit) {
      const inOrder = (rows: number): Part => ({
        sql: `order by created_at ${order}, run_id ${order} limit ?`,
        values: [rows],
      });
      const paged = { sql: 'offset ?', values: [offset] };
      if (!isByCommand) return numbered([...fitting(), inOrder(limit), paged]);
      return numbered([
        { sql: 'select each.* from unnest(?::int[]) as wanted(command_id)', values: [scope.commandIds] },
        { sql: `cross join lateral (select ${columns} from run r`, values: [] },
        {
          sql: `where r.org_id = ? and r.command_id = wanted.command_id and ${WAS_STARTED}`,
          values: [orgId],
        },
        and(conditions),
        inOrder(offset + limit),
        { sql: ') each', values: [] },
        inOrder(limit),
        paged,
      ]);
    },
    count(most) {
      return numbered([
        { sql: 'select count(*)::int as count from (', values: [] },
        ...fitting(),
        { sql: 'limit ?) counted', values: [most] },
      ]);
    },
  };
}
