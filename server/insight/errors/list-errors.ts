import statement, { empty, raw, type Sql as Statement } from 'sql-template-tag';
import {
  COMMANDS_IN_LIST,
  type errorSorts,
  type listErrors as listErrorsOperation,
} from '@/lib/contract/insight/errors';
import type { QueryOf } from '@/lib/contract/operation';
import { column, query } from '@/server/base/database/statements';
import { ERROR, errorColumns, errorOf, OF_ERROR } from '@/server/insight/errors/error-row';
import { visibleHits } from '@/server/insight/errors/visible-errors';
import type { Context } from '@/server/operations/context';

type Wanted = QueryOf<typeof listErrorsOperation>;

const ERRORS_A_PAGE = 25;

const SORT_KEYS: Readonly<Record<(typeof errorSorts)[number], string>> = {
  last: '(extract(epoch from seen.last_at) * 1000)::int8',
  runs: 'seen.runs::int8',
};

const COUNTS = {
  open: column.int,
  resolved: column.int,
  ignored: column.int,
  left_out: column.int,
  private_errors: column.int,
  private_runs: column.int,
};

/** The errors that a person may see, with the page's filters. */
export async function listErrors({ actor, subject, query: wanted }: Context<typeof listErrorsOperation>) {
  const { per_page: most = ERRORS_A_PAGE, sort = 'last' } = wanted;
  const { orgId } = subject;
  const hits = visibleHits({ actor, subject });
  const key = raw(SORT_KEYS[sort]);
  const [rows, [counts]] = await Promise.all([
    query(
      { ...ERROR, sort_key: column.int },
      statement`with ${hits}, seen as (${OF_ERROR} ${hitOf(wanted)} group by 1)
        select ${errorColumns(COMMANDS_IN_LIST)}, ${key} as sort_key
        from seen join error_group g on g.org_id = ${orgId} and g.error_group_id = seen.error_group_id
        where ${isWanted(orgId, wanted)} and ${isShown(wanted)} and (${wanted.state ?? null}::text is null or g.state::text = ${wanted.state ?? null})
          ${afterKey(key, wanted.after)}
        order by ${key} desc, g.error_group_id desc limit ${most + 1}`,
    ),
    query(COUNTS, countsOf(orgId, hits, wanted)),
  ]);
  const page = rows.slice(0, most);
  const last = page.at(-1);
  return {
    errors: page.map(errorOf),
    next: rows.length <= most || last === undefined ? null : `${last.sort_key}_${last.error_group_id}`,
    counts: { open: counts?.open ?? 0, resolved: counts?.resolved ?? 0, ignored: counts?.ignored ?? 0 },
    leftOut: counts?.left_out ?? 0,
    unnamed: { errors: counts?.private_errors ?? 0, runs: counts?.private_runs ?? 0 },
  };
}

const hitOf = ({ kit_id: commandId }: Wanted): Statement =>
  commandId === undefined ? empty : statement`where h.command_id = ${commandId}`;

/** Whether the error `g` is listed, as far as it matters whether values were refused. */
const isShown = ({ run_id: runId, show_bad_input: bad }: Wanted): Statement =>
  statement`(${bad === true || runId !== undefined} or not g.is_bad_input)`;

/** Whether the error `g` matches the filters besides its state. */
const isWanted = (orgId: string, { source_kind: kind, run_id: runId }: Wanted): Statement =>
  runId === undefined
    ? statement`(${kind ?? null}::text is null or g.source_kind = ${kind ?? null})`
    : statement`g.error_group_id = (select e.error_group_id from grouped_run e
        join run r on r.org_id = e.org_id and r.run_id = e.run_id
        where e.org_id = ${orgId} and e.run_id = ${runId}::bigint and r.command_id in (select command_id from named))`;

function afterKey(key: Statement, after: string | undefined): Statement {
  if (after === undefined) return empty;
  const [value, id] = after.split('_');
  return statement`and (${key}, g.error_group_id) < (${value}::int8, ${id}::int8)`;
}

const countsOf = (orgId: string, hits: Statement, wanted: Wanted): Statement => statement`
  with ${hits}, seen as (select distinct h.error_group_id from hit h ${hitOf(wanted)}),
    unnamed as (
      select p.error_group_id, sum(p.runs)::int as runs from private_hit p
      where p.error_group_id not in (select error_group_id from seen) group by 1
    ), by_state as (
      select g.state::text, count(*) filter (where ${isShown(wanted)})::int as errors,
        count(*) filter (where not ${isShown(wanted)})::int as left_out
      from seen join error_group g on g.org_id = ${orgId} and g.error_group_id = seen.error_group_id
      where ${isWanted(orgId, wanted)} group by 1
    )
  select coalesce(sum(errors) filter (where state = 'open'), 0)::int as open,
    coalesce(sum(errors) filter (where state = 'resolved'), 0)::int as resolved,
    coalesce(sum(errors) filter (where state = 'ignored'), 0)::int as ignored,
    coalesce(sum(left_out) filter (where ${wanted.state ?? null}::text is null or state = ${wanted.state ?? null}), 0)::int as left_out,
    (select count(*)::int from unnamed where ${isUnfiltered(wanted)}) as private_errors,
    (select coalesce(sum(runs), 0)::int from unnamed where ${isUnfiltered(wanted)}) as private_runs
  from by_state`;

const isUnfiltered = ({ kit_id, run_id, source_kind }: Wanted): boolean =>
  kit_id === undefined && run_id === undefined && source_kind === undefined;
