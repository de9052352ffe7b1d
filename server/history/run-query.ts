import { hasEnded, type RunStatus } from '@/lib/runs/run-status';
import type { RunFilters } from '@/server/history/run-filters';
import type { RunScope } from '@/server/history/run-scope';

/** Commands so few that the newest runs of each are looked up on their own. */
const FEW_COMMANDS = 50;

/** A run has an end reason exactly where it has one of these, and the last two only by a schedule: see the migrations. */
const ENDED_BADLY: readonly RunStatus[] = ['failed', 'cron_error', 'cron_cancellation'];

/** A run that was created but never got its values, or none that it could be started with, is nobody's history. */
const WAS_STARTED = 'r.queued_at is not null';

/** A piece of a query, whose `?` are bound to its values in their order. */
interface Part {
  sql: string;
  values: unknown[];
}

/** The ids of runs that fit, as statements with the values of their parameters. */
export interface RunQuery {
  /** One page of ids in the order of the history. */
  page(order: 'asc' | 'desc', offset: number, limit: number): { text: string; values: unknown[] };
  /** How many fit, counted no further than `most`. */
  count(most: number): { text: string; values: unknown[] };
  /** When the last of the newest `depth` runs was asked for, whatever their texts, and the one before it, if any. */
  horizon(depth: number): { text: string; values: unknown[] };
}

const part = (sql: string, ...values: unknown[]): Part => ({ sql, values });

const join = (parts: readonly Part[], between = ' '): Part => ({
  sql: parts.map(({ sql }) => sql).join(between),
  values: parts.flatMap(({ values }) => values),
});

function numbered({ sql, values }: Part): { text: string; values: unknown[] } {
  let count = 0;
  const text = sql.replace(/\?/g, () => {
    count += 1;
    return `$${count}`;
  });
  return { text, values };
}

/**
 * A text as one finds it among values. There people read "Order ID" where the source has `order_id`, so that a space
 * is met by any one character.
 */
const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&').replace(/\s/g, '_')}%`;

/** The ways in which a run can have a text that is looked for. There is an index for each of them. */
function waysToHave({ field, text }: RunFilters['texts'][number], scope: RunScope): Part[] {
  const found = scope.matches.get(text.toLowerCase()) ?? { commandIds: [], userIds: [] };
  const byPerson = part('r.started_by_user_id = any(?::text[])', found.userIds);
  const byValues = part('r.params ilike ?', likePattern(text));
  switch (field) {
    // The scope's commands are narrowed by it already.
    case 'name':
      return [part('true')];
    case 'user_name':
      return [byPerson];
    case 'runrams':
      return [byValues];
    case 'search':
      return [
        ...(found.commandIds.length > 0 ? [part('r.command_id = any(?::int[])', found.commandIds)] : []),
        ...(found.userIds.length > 0 ? [byPerson] : []),
        byValues,
      ];
  }
}

/**
 * The ways in which a run can have one of the statuses that are wanted, in words that indexes know: none of them holds
 * the status itself, so that a run that goes on touches none. What is not over stands in line; what went well has no
 * end reason; what did not has one, and failed unless a schedule says otherwise.
 */
function waysToStand(orgId: string, statuses: readonly RunStatus[] | null): Part[] {
  if (statuses === null) return [part('true')];
  const inLine = part('select o.run_id from open_run o where o.org_id = ?', orgId);
  const isOne = part('r.status = any(?::run_status[])', statuses);
  const bad = ENDED_BADLY.filter((status) => statuses.includes(status));
  const ways: Part[] = [];
  if (statuses.includes('success')) {
    ways.push(join([part('r.end_reason is null and r.run_id not in ('), inLine, part(')')]));
  }
  if (bad.length === ENDED_BADLY.length) ways.push(part('r.end_reason is not null'));
  else if (bad.length > 0) {
    if (bad.includes('failed')) ways.push(part(`r.end_reason is not null and r.trigger <> 'schedule'`));
    ways.push(join([part(`r.end_reason is not null and r.trigger = 'schedule' and`), isOne]));
  }
  if (statuses.some((status) => !hasEnded(status))) {
    ways.push(join([part('r.run_id = any(array('), inLine, part(')) and'), isOne]));
  }
  return ways.length === 0 ? [part('false')] : ways;
}

function scopeCondition({ commandIds, otherIds }: RunScope): Part | null {
  if (otherIds.length === 0) return null;
  return otherIds.length < commandIds.length
    ? part('r.command_id <> all(?::int[])', otherIds)
    : part('r.command_id = any(?::int[])', commandIds);
}

/**
 * How the runs that fit are found among a million. Each shape of question has its way: along the newest runs
 * of the organization; command by command where these are few; or by an index that a filter has of its own,
 * for which the statement is planned with its values. What can be met in several ways is looked for in each,
 * since no index serves them all.
 */
export function runQuery(orgId: string, filters: RunFilters, scope: RunScope): RunQuery {
  const scoped = scopeCondition(scope);
  const conditions: Part[] = [
    part(WAS_STARTED),
    ...filters.conditions.map(({ sql, value }) => (value === null ? part(sql) : part(sql, value))),
  ];
  const runsOf = (whose: Part, ...more: Part[]): Part =>
    join([
      part('select r.run_id, r.created_at from run r where'),
      join([whose, ...conditions, ...more], ' and '),
    ]);
  const runs = (...more: Part[]): Part => runsOf(part('r.org_id = ?', orgId), ...more);
  const inScope = scoped === null ? [] : [scoped];
  const standing = waysToStand(orgId, filters.statuses);
  const texts = filters.texts.map((text) => waysToHave(text, scope));
  // The screen asks for one text that can be had in several ways. Further ones, of scripts, stay conditions.
  const several = texts.find((ways) => ways.length > 1);
  const always = [
    ...inScope,
    ...texts
      .filter((ways) => ways !== several)
      .map((ways) => join([part('('), join(ways, ' or '), part(')')])),
  ];
  const isByCommand =
    scoped !== null &&
    scope.commandIds.length <= FEW_COMMANDS &&
    !filters.isSelective &&
    filters.statuses === null &&
    filters.texts.every(({ field }) => field === 'name');

  /** All that fit or more than are wanted: each command's, or each way's, with what limits it. */
  const fitting = (limited: Part): Part => {
    if (isByCommand) {
      return join([
        part('select each.* from unnest(?::int[]) as wanted(command_id)', scope.commandIds),
        part('cross join lateral ('),
        // Without the organization, by which Postgres might walk all of its runs (see `LATEST_RUN`).
        runsOf(part('r.command_id = wanted.command_id')),
        limited,
        part(') each'),
      ]);
    }
    const ways = standing.flatMap((status) =>
      (several ?? [part('true')]).map((text) => join([status, text], ' and ')),
    );
    return join(
      ways.map((way) => join([part('('), runs(...always, way), limited, part(')')])),
      ' union ',
    );
  };
  return {
    page(order, offset, limit) {
      const inOrder = `order by created_at ${order}, run_id ${order} limit ?`;
      return numbered(
        join([
          part('select run_id, created_at from ('),
          fitting(part(inOrder, offset + limit)),
          part(`) fitting ${inOrder} offset ?`, limit, offset),
        ]),
      );
    },
    count(most) {
      return numbered(
        join([
          part('select count(*)::int as count from (select from ('),
          fitting(part('limit ?', most)),
          part(') fitting limit ?) counted', most),
        ]),
      );
    },
    horizon(depth) {
      const among = join(
        standing.map((way) =>
          join([part('('), runs(...inScope, way), part('order by r.created_at desc limit ?)', depth + 1)]),
        ),
        ' union all ',
      );
      return numbered(
        join([
          part('select created_at from ('),
          among,
          part(') newest order by created_at desc limit 2 offset ?', depth - 1),
        ]),
      );
    },
  };
}
