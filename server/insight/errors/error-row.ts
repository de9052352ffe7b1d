import statement, { type Sql as Statement } from 'sql-template-tag';
import { errorStates, type listedError } from '@/lib/contract/insight/errors';
import type { Decoded } from '@/lib/wire/wire';
import { nameOfIdThen } from '@/server/access/people/names-then';
import { column, type RowOf } from '@/server/base/database/statements';

interface HitCommand {
  commandId: number;
  name: string;
  isDeleted: boolean;
  runs: number;
}

/** An error as lists and its panel show it. */
export const ERROR = {
  error_group_id: column.int,
  title: column.text,
  code: column.text.nullable(),
  place: column.text.nullable(),
  source_kind: column.text,
  credential_name: column.text,
  is_bad_input: column.boolean,
  state: column.oneOf(errorStates),
  state_since: column.time,
  state_by_name: column.text.nullable(),
  ignored_until: column.time.nullable(),
  ignored_runs_left: column.int.nullable(),
  assignee_user_id: column.text.nullable(),
  assignee_name: column.text.nullable(),
  runs: column.int,
  private_runs: column.int,
  people: column.int,
  command_count: column.int,
  commands: column.json<HitCommand[]>(),
  first_at: column.time,
  last_at: column.time,
};

/** What hit each error, of the commands that the person may see. */
export const OF_ERROR = statement`
  select h.error_group_id, sum(h.runs)::int as runs, count(distinct h.user_id)::int as people,
    count(distinct h.command_id)::int as command_count, min(h.first_at) as first_at, max(h.last_at) as last_at
  from hit h`;

/** The columns of `ERROR`, of the error `g` and its `seen`, a row of `OF_ERROR`. @param most commands to name */
export const errorColumns = (most: number): Statement => statement`
  g.error_group_id, g.title, g.code, g.place, g.source_kind,
  (select k.name from credential k where k.org_id = g.org_id and k.credential_id = g.credential_id) as credential_name,
  g.is_bad_input, g.state::text, g.state_since,
  ${nameOfIdThen(statement`g.state_by_user_id`, statement`g.state_since`)} as state_by_name,
  g.ignored_until,
  case when g.ignored_until_runs is not null then greatest(g.ignored_until_runs - g.runs, 0) end as ignored_runs_left,
  g.assignee_user_id, (select u.name from "user" u where u.user_id = g.assignee_user_id) as assignee_name,
  seen.runs, coalesce((
    select sum(p.runs)::int from private_hit p where p.error_group_id = g.error_group_id), 0) as private_runs,
  seen.people, seen.command_count,
  (select json_agg(json_build_object('commandId', c.command_id, 'name', c.name, 'isDeleted', c.deleted_at is not null,
      'runs', most_hit.runs) order by most_hit.runs desc, c.command_id)
    from (select h.command_id, sum(h.runs)::int as runs from hit h where h.error_group_id = g.error_group_id
      group by 1 order by 2 desc, 1 limit ${most}) most_hit
    join command c on c.org_id = g.org_id and c.command_id = most_hit.command_id) as commands,
  seen.first_at, seen.last_at`;

export function errorOf(row: RowOf<typeof ERROR>): Decoded<typeof listedError> {
  const { assignee_user_id: userId, assignee_name: name } = row;
  return {
    errorId: row.error_group_id,
    title: row.title,
    code: row.code,
    place: row.place,
    sourceKind: row.source_kind,
    credentialName: row.credential_name,
    isBadInput: row.is_bad_input,
    state: row.state,
    stateSince: row.state_since.toISOString(),
    stateByName: row.state_by_name,
    ignoredUntil: row.ignored_until?.toISOString() ?? null,
    ignoredRunsLeft: row.ignored_runs_left,
    assignee: userId === null || name === null ? null : { userId, name },
    runs: row.runs,
    privateRuns: row.private_runs,
    people: row.people,
    commandCount: row.command_count,
    commands: row.commands,
    firstAt: row.first_at.toISOString(),
    lastAt: row.last_at.toISOString(),
  };
}
