import statement, { empty, join, raw, type Sql as Statement } from 'sql-template-tag';
import { hasEnded, type RunStatus } from '@/lib/runs/run-status';
import { andOwnRun } from '@/server/access/viewer';
import type { RunFilters } from '@/server/runs/history/run-filters';
import type { RunScope } from '@/server/runs/history/run-scope';

/** Up to this many commands, the newest runs of each are looked up separately. */
const FEW_COMMANDS = 50;
/** The orders of indexes, each with the newest runs first. */
const NEWEST_FIRST = raw('order by created_at desc, run_id desc');
const BY_COMMAND = raw('order by command_id, created_at desc, run_id desc');
const BY_PERSON = raw('order by started_by_user_id, created_at desc, run_id desc');

/**
 * A run has an end reason exactly if it has one of these statuses, and the last two only by a schedule: see the
 * migrations.
 */
const ENDED_BADLY: readonly RunStatus[] = ['failed', 'cron_error', 'cron_cancellation'];

/** Leaves out runs that were created but never got valid values: they belong to nobody's history. */
const WAS_STARTED = statement`r.queued_at is not null`;

const ALWAYS = statement`true`;

/** A condition that every run meets. */
const EVERY_WAY: Way = { condition: ALWAYS };

/** Statements that select the ids of matching runs. */
export interface RunQuery {
  /** One page of ids, in the order of the history. */
  page(order: 'asc' | 'desc', offset: number, limit: number): Statement;
  /** How many match, counted up to `most`. */
  count(most: number): Statement;
  /** When the last of the newest `depth` runs was requested, ignoring the texts, and the next older run, if any. */
  horizon(depth: number): Statement;
}

/**
 * Returns a pattern that finds a text among values. People read "Order ID" for `order_id`, so a space matches any one
 * character.
 */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&').replace(/\s/g, '_')}%`;

/** Whether a run's values have a text. */
const hasValue = (text: string): Statement => statement`r.params ilike ${likePattern(text)}`;

/** Texts that many runs have among their values, each with whether most of these values are short. */
export type CommonTexts = ReadonlyMap<string, { areShort: boolean }>;

const IN_ASCII = /^[ -~]*$/;

/**
 * The same of a text that many runs have, among runs that another condition leaves. As a case, so that Postgres neither
 * takes the index of values nor compares values first: it believes a condition on a thousand commands to cost more. An
 * ASCII text is compared with the "C" collation, which ignores the case of ASCII letters alone, in two thirds of the time.
 *
 * @param areShort whether most of the newest values that contain it are short. Short values are in the indexes of people,
 *   commands, and failures, so those runs aren't read; long ones are looked up by run ID.
 */
function hasCommonValue(text: string, { areShort }: { areShort: boolean }, among: Statement): Statement {
  const isLike = statement`${IN_ASCII.test(text) ? raw('collate "C"') : empty} ilike ${likePattern(text)}`;
  const matches = areShort
    ? statement`coalesce(r.short_params ${isLike}, (
        select long.params ${isLike} from run long where long.run_id = r.run_id))`
    : statement`r.params ${isLike}`;
  return statement`case when ${among} then ${matches} else false end`;
}

/** A way in which a run can match a text. Each has its own index. */
interface Way {
  condition: Statement;
  /** Whose runs match in this way, if an index finds them: those of some people, or of some commands. */
  of?: 'people' | 'commands';
}

function waysToHave(
  { field, text }: RunFilters['texts'][number],
  scope: RunScope,
  valueCondition: Statement,
): Way[] {
  const found = scope.matches.get(text.toLowerCase()) ?? { commandIds: [], userIds: [] };
  const byPerson: Way = {
    condition: statement`r.started_by_user_id = any(${found.userIds}::text[])`,
    of: 'people',
  };
  const byCommand: Way = {
    condition: statement`r.command_id = any(${found.commandIds}::int[])`,
    of: 'commands',
  };
  const byValues = { condition: valueCondition };
  switch (field) {
    // The scope already limits the commands to the accessible ones.
    case 'name':
      return [EVERY_WAY];
    case 'user_name':
      return [byPerson];
    case 'runrams':
      return [byValues];
    case 'search':
      return [
        ...(found.commandIds.length > 0 ? [byCommand] : []),
        ...(found.userIds.length > 0 ? [byPerson] : []),
        byValues,
      ];
  }
}

/**
 * The ways in which a run can match a set of statuses, as conditions that indexes can use. No condition tests the
 * status alone, so that writing the status of a run in progress updates no index: runs in progress are listed in
 * `open_run`, or wait for an approval; successful ones have no end reason, all others have one, and they failed unless a schedule says
 * otherwise.
 *
 * @param inLine selects the ids of the runs in progress, among which the runs are
 */
function waysToHaveStatus(inLine: Statement, statuses: readonly RunStatus[] | null): Statement[] {
  if (statuses === null) return [ALWAYS];
  const isOne = statement`r.status = any(${statuses}::run_status[])`;
  const bad = ENDED_BADLY.filter((status) => statuses.includes(status));
  const ways: Statement[] = [];
  if (statuses.includes('success'))
    ways.push(statement`r.end_reason is null and r.run_id not in (${inLine})`);
  if (bad.length === ENDED_BADLY.length) ways.push(statement`r.end_reason is not null`);
  else if (bad.length > 0) {
    if (bad.includes('failed')) ways.push(statement`r.end_reason is not null and r.trigger <> 'schedule'`);
    ways.push(statement`r.end_reason is not null and r.trigger = 'schedule' and ${isOne}`);
  }
  if (statuses.some((status) => !hasEnded(status))) {
    ways.push(statement`r.run_id = any(array(${inLine})) and ${isOne}`);
  }
  return ways.length === 0 ? [statement`false`] : ways;
}

/** Selects the ids of the runs that wait for approval. They are in no line yet. */
export const heldRuns = (whose: Statement): Statement => statement`
  select ar.run_id from approval_request a
  join approval_run ar on ar.org_id = a.org_id and ar.approval_id = a.approval_id
  where ${whose} and a.state = 'waiting'`;

/** Whether the scope's condition lists its commands, which lets Postgres use their index: it does if they are at most half of all. */
const listsCommands = ({ commandIds, otherIds }: RunScope): boolean =>
  otherIds.length > 0 && commandIds.length <= otherIds.length;

/** Whether its commands are at most a tenth of all. */
const hasFewCommands = ({ commandIds, otherIds }: RunScope): boolean =>
  commandIds.length * 9 <= otherIds.length;

function scopeCondition(scope: RunScope): Statement | null {
  if (scope.otherIds.length === 0) return null;
  return listsCommands(scope)
    ? statement`r.command_id = any(${scope.commandIds}::int[])`
    : statement`r.command_id <> all(${scope.otherIds}::int[])`;
}

/** What ends a statement that selects the runs of one way: an order, and how many. */
type Limit = (way: Way) => Statement;

/** Whether a run matches in any of these ways. */
const anyOf = (ways: readonly Way[]): Statement =>
  statement`(${join(
    ways.map(({ condition }) => condition),
    ' or ',
  )})`;

/**
 * Finds matching runs among a million. Each kind of search has its plan: along the newest runs of the organization;
 * command by command if there are few; or by a filter's own index, for which the statement is planned with its values.
 * Alternatives are searched separately, since no index serves them all.
 *
 * @param common the texts that many runs have among their values: `commonTexts`
 */
export function runQuery(
  orgId: string,
  filters: RunFilters,
  scope: RunScope,
  common: CommonTexts = new Map(),
): RunQuery {
  const scoped = scopeCondition(scope);
  const conditions = [statement`${WAS_STARTED} ${andOwnRun(scope.viewer)}`, ...filters.conditions];
  const runsOf = (whose: Statement, more: readonly Statement[] = []): Statement =>
    statement`select r.run_id, r.created_at from run r where ${join([whose, ...conditions, ...more], ' and ')}`;
  const runs = (more: readonly Statement[]): Statement => runsOf(statement`r.org_id = ${orgId}`, more);
  const inScope = scoped === null ? [] : [scoped];
  const statusConditions = waysToHaveStatus(
    statement`select o.run_id from open_run o where o.org_id = ${orgId} union all ${heldRuns(statement`a.org_id = ${orgId}`)}`,
    filters.statuses,
  );
  const hasValueAmong = (text: string, among: Statement): Statement => {
    const kind = common.get(text);
    return kind === undefined ? hasValue(text) : hasCommonValue(text, kind, among);
  };
  const isCommon = ({ field, text }: RunFilters['texts'][number]) => field === 'runrams' && common.has(text);
  const valuesLast = filters.texts.filter(isCommon);
  const texts = filters.texts
    .filter((text) => !isCommon(text))
    .map((text) => waysToHave(text, scope, hasValueAmong(text.text, scoped ?? ALWAYS)));
  // The history screen searches for one text, which can match in several ways. Further texts, sent by scripts, are
  // plain conditions.
  const several = texts.find((ways) => ways.length > 1);
  const always = [...inScope, ...texts.filter((ways) => ways !== several).map(anyOf)];
  const isOfPeople = texts.some((ways) => ways !== several && ways.every(({ of }) => of === 'people'));
  const isOfFailed = filters.statuses?.every((status) => ENDED_BADLY.includes(status)) === true;
  /** Selects the runs that match in one way; values that many runs have are compared last, where the text matches. */
  const runsInWay = (status: Statement, { condition }: Way): Statement => {
    const others = condition === ALWAYS ? join([ALWAYS, ...always], ' and ') : condition;
    return runs([...always, status, condition, ...valuesLast.map(({ text }) => hasValueAmong(text, others))]);
  };
  /** The same, all found before they are put in order: the offset keeps Postgres from walking through the newest runs. */
  const runsByIndex = (status: Statement, way: Way): Statement =>
    statement`select found.* from (${runsInWay(status, way)} offset 0) found`;
  const isByCommand =
    scoped !== null &&
    scope.commandIds.length <= FEW_COMMANDS &&
    !filters.isSelective &&
    filters.statuses === null &&
    filters.texts.every(({ field }) => field === 'name');

  /** Selects all matching runs, or enough of them: each command's, or each alternative's, with its own limit. */
  const fittingInOrg = (limited: Limit, inWay = runsInWay): Statement => {
    if (isByCommand) {
      // Without the organization, which might make Postgres walk all of its runs (see `LATEST_RUN`).
      return statement`select each.* from unnest(${scope.commandIds}::int[]) as wanted(command_id)
        cross join lateral (${runsOf(statement`r.command_id = wanted.command_id`)} ${limited(EVERY_WAY)}) each`;
    }
    const ways = statusConditions.flatMap((status) =>
      (several ?? [EVERY_WAY]).map((way) => statement`(${inWay(status, way)} ${limited(way)})`),
    );
    return join(ways, ' union ');
  };
  // People run few commands of other organizations, so all conditions on these runs stand in one statement.
  const outside = runsOf(statement`r.command_id = any(${scope.outside.commandIds}::int[])
    and r.started_by_user_id = ${scope.outside.userId}`);
  const inLineOutside = statement`select o.run_id from open_run o
    where o.command_id = any(${scope.outside.commandIds}::int[])
    union all ${heldRuns(statement`a.command_id = any(${scope.outside.commandIds}::int[])`)}`;
  const outsideStatus = statement`(${join(waysToHaveStatus(inLineOutside, filters.statuses), ' or ')})`;
  const outsideWith = (conditions: readonly Statement[]): Statement =>
    join([outside, ...conditions], ' and ');
  const outsideTexts = filters.texts.map((text) => anyOf(waysToHave(text, scope, hasValue(text.text))));
  const fitting = (limited: Limit, inWay = runsInWay): Statement =>
    scope.outside.commandIds.length === 0
      ? fittingInOrg(limited, inWay)
      : statement`(${fittingInOrg(limited, inWay)}) union (${outsideWith([outsideStatus, ...outsideTexts])} ${limited(EVERY_WAY)})`;
  // The index of values doesn't help with a text that many runs have. Each order below is that of another index, and makes
  // Postgres read along that index until it has counted enough. Without an order, it may start with the oldest runs, and
  // few of those may match.
  const orderToCount = ({ of }: Way): Statement => {
    if (common.size === 0) return empty;
    if (of === 'people' || isOfPeople) return BY_PERSON;
    if (isOfFailed || (of !== 'commands' && !listsCommands(scope))) return NEWEST_FIRST;
    // With a status, Postgres expects half of the runs to be in line. It would sort them all rather than use the index.
    return filters.statuses === null ? BY_COMMAND : empty;
  };
  // Along the newest runs, it takes long to find a page of some people's runs of a few commands.
  const isFoundByIndex = valuesLast.length > 0 && isOfPeople && hasFewCommands(scope);
  return {
    page(order, offset, limit) {
      const inOrder = raw(`order by created_at ${order}, run_id ${order}`);
      return statement`select run_id, created_at from (
          ${fitting(() => statement`${inOrder} limit ${offset + limit}`, isFoundByIndex ? runsByIndex : runsInWay)}
        ) fitting ${inOrder} limit ${limit} offset ${offset}`;
    },
    count(most) {
      return statement`select count(*)::int as count from (
          select from (${fitting((way) => statement`${orderToCount(way)} limit ${most}`)}) fitting limit ${most}
        ) counted`;
    },
    horizon(depth) {
      const newest = join(
        statusConditions.map(
          (way) => statement`(${runs([...inScope, way])} order by r.created_at desc limit ${depth + 1})`,
        ),
        ' union all ',
      );
      const all =
        scope.outside.commandIds.length === 0
          ? newest
          : statement`${newest} union all
              (${outsideWith([outsideStatus])} order by r.created_at desc limit ${depth + 1})`;
      return statement`select created_at from (${all}) newest order by created_at desc
        limit 2 offset ${depth - 1}`;
    },
  };
}
