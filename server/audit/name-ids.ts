import statement, { type Sql as Statement } from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { type NamedKind, namedKindOf } from '@/lib/contract/audit/named-ids';
import { shownNameThen } from '@/server/access/people/shown-name';
import { column, query } from '@/server/base/database/statements';

/** The names of ids, by id: of people those of the time of the event, of all others the current ones. */
export type Names = Readonly<Record<NamedKind, Readonly<Record<string, string>>>>;

export const NO_NAMES: Names = { people: {}, commands: {}, folders: {} };

interface Changed {
  at: Date;
  before: JsonValue;
  after: JsonValue;
}

/** Returns the names of the ids in events: two or three statements for any number of events. */
export async function nameIds(
  orgId: string,
  viewerId: string,
  events: readonly Changed[],
): Promise<(event: Changed) => Names> {
  const all = idsIn(events.flatMap(({ before, after }) => [before, after]));
  const people = await namesThen(orgId, events);
  const known: Record<Exclude<NamedKind, 'people'>, Map<string, string>> = {
    // A private command of another person is not named.
    commands: await namesOf(
      all.commands,
      (ids) => statement`select command_id::text as id, name from command
        where org_id = ${orgId} and command_id = any(${ids.filter(isNumber)}::int[])
          and (visibility <> 'justme' or created_by_user_id = ${viewerId})`,
    ),
    folders: await namesOf(
      all.folders,
      (ids) => statement`select folder_id::text as id, name from folder
        where org_id = ${orgId} and folder_id = any(${ids.filter(isNumber)}::int[])`,
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
    return {
      people: named(own.people, (id) => people.get(momentOf(id, at))),
      commands: named(own.commands, (id) => known.commands.get(id)),
      folders: named(own.folders, (id) => known.folders.get(id)),
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
  const found = { people: new Set<string>(), commands: new Set<string>(), folders: new Set<string>() };
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
