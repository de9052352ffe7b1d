import statement, { type Sql as Statement } from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { type NamedKind, type Names, namedKindOf } from '@/lib/contract/audit/named-ids';
import { shownNameThen } from '@/server/access/people/shown-name';
import { column, query } from '@/server/base/database/statements';

interface Changed {
  at: Date;
  before: JsonValue;
  after: JsonValue;
}

/** Returns the names of the ids in events: one statement for each kind of them, for any number of events. */
export async function nameIds(
  orgId: string,
  viewerId: string,
  events: readonly Changed[],
): Promise<(event: Changed) => Names> {
  const all = idsIn(events.flatMap(({ before, after }) => [before, after]));
  const people = await namesThen(orgId, events);
  // A private command of another person is not named.
  const isVisible = statement`(c.visibility <> 'justme' or c.created_by_user_id = ${viewerId})`;
  const known: Record<Exclude<NamedKind, 'people'>, Map<string, string>> = {
    groups: await namesOf(
      all.groups,
      (ids) => statement`select group_id as id, name from user_group
        where org_id = ${orgId} and group_id = any(${ids})`,
    ),
    commands: await namesOf(
      all.commands,
      (ids) => statement`select c.command_id::text as id, c.name from command c
        where c.org_id = ${orgId} and c.command_id = any(${ids.filter(isNumber)}::int[]) and ${isVisible}`,
    ),
    folders: await namesOf(
      all.folders,
      (ids) => statement`select folder_id::text as id, name from folder
        where org_id = ${orgId} and folder_id = any(${ids.filter(isNumber)}::int[])`,
    ),
    connections: await namesOf(
      all.connections,
      (ids) => statement`select credential_id::text as id, name from credential
        where org_id = ${orgId} and credential_id = any(${ids.filter(isNumber)}::int[])`,
    ),
    dropdowns: await namesOf(
      all.dropdowns,
      (ids) => statement`select dropdown_id::text as id, name from dropdown
        where org_id = ${orgId} and dropdown_id = any(${ids.filter(isNumber)}::int[])`,
    ),
    inputs: await namesOf(
      all.inputs,
      (ids) => statement`select i.input_id::text as id, coalesce(i.display_name, t.key) as name
        from command_input i
        join command c on c.org_id = i.org_id and c.command_id = i.command_id
        join template_input t on t.org_id = i.org_id and t.template_input_id = i.template_input_id
        where i.org_id = ${orgId} and i.input_id = any(${ids.filter(isNumber)}::int[]) and ${isVisible}`,
    ),
  };
  return ({ at, before, after }) => {
    const own = idsIn([before, after]);
    const named = (ids: ReadonlySet<string>, nameOf: (id: string) => string | undefined) =>
      Object.fromEntries(
        [...ids].flatMap((id) => {
          const name = nameOf(id);
          return name === undefined ? [] : [[id, name]];
        }),
      );
    const current = (kind: Exclude<NamedKind, 'people'>) => named(own[kind], (id) => known[kind].get(id));
    return {
      people: named(own.people, (id) => people.get(momentOf(id, at))),
      groups: current('groups'),
      commands: current('commands'),
      folders: current('folders'),
      connections: current('connections'),
      dropdowns: current('dropdowns'),
      inputs: current('inputs'),
    };
  };
}

const momentOf = (userId: string, at: Date): string => `${at.getTime()} ${userId}`;

/** The names that the people in events had at the time of each, by person and time. */
async function namesThen(orgId: string, events: readonly Changed[]): Promise<Map<string, string>> {
  const wanted = events.flatMap(({ at, before, after }) =>
    [...idsIn([before, after]).people].map((userId) => ({ userId, at })),
  );
  if (wanted.length === 0) return new Map();
  const rows = await query(
    { user_id: column.text, at: column.time, name: column.text },
    statement`select u.user_id, wanted.at, ${shownNameThen(statement`${orgId}`, statement`wanted.at`)} as name
      from unnest(${wanted.map(({ userId }) => userId)}::text[],
        ${wanted.map(({ at }) => at.toISOString())}::timestamptz[]) wanted (user_id, at)
      join "user" u on u.user_id = wanted.user_id
      left join membership m on m.org_id = ${orgId} and m.user_id = u.user_id`,
  );
  return new Map(rows.map((row) => [momentOf(row.user_id, row.at), row.name]));
}

const isNumber = (id: string): boolean => /^\d{1,9}$/.test(id);

async function namesOf(
  ids: ReadonlySet<string>,
  select: (ids: string[]) => Statement,
): Promise<Map<string, string>> {
  if (ids.size === 0) return new Map();
  const rows = await query({ id: column.text, name: column.text }, select([...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function idsIn(values: readonly JsonValue[]): Record<NamedKind, Set<string>> {
  const found = {
    people: new Set<string>(),
    groups: new Set<string>(),
    commands: new Set<string>(),
    folders: new Set<string>(),
    connections: new Set<string>(),
    dropdowns: new Set<string>(),
    inputs: new Set<string>(),
  };
  const look = (value: JsonValue): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const [key, each] of Object.entries(value)) {
      const kind = namedKindOf(key);
      if (kind === null) look(each);
      else
        for (const id of Array.isArray(each) ? each : [each])
          if (typeof id === 'string' || typeof id === 'number') found[kind].add(String(id));
    }
  };
  values.forEach(look);
  return found;
}
