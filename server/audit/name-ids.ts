import statement, { type Sql as Statement } from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { type NamedKind, namedKindOf } from '@/lib/contract/audit/named-ids';
import { shownName } from '@/server/access/people/shown-name';
import { column, query } from '@/server/base/database/statements';

/** The current names of ids, by id. */
export type Names = Readonly<Record<NamedKind, Readonly<Record<string, string>>>>;

export const NO_NAMES: Names = { people: {}, commands: {}, folders: {} };

interface Changed {
  before: JsonValue;
  after: JsonValue;
}

/** Returns the names that the ids in events have now: two or three statements for any number of events. */
export async function nameIds(
  orgId: string,
  viewerId: string,
  events: readonly Changed[],
): Promise<(event: Changed) => Names> {
  const all = idsIn(events.flatMap(({ before, after }) => [before, after]));
  const known: Record<NamedKind, Map<string, string>> = {
    people: await namesOf(
      all.people,
      (ids) => statement`select u.user_id as id, ${shownName(statement`${orgId}`)} as name
        from "user" u left join membership m on m.org_id = ${orgId} and m.user_id = u.user_id
        where u.user_id = any(${ids})`,
    ),
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
  return ({ before, after }) => {
    const own = idsIn([before, after]);
    const named = (kind: NamedKind) =>
      Object.fromEntries(
        [...own[kind]].flatMap((id) => {
          const name = known[kind].get(id);
          return name === undefined ? [] : [[id, name]];
        }),
      );
    return { people: named('people'), commands: named('commands'), folders: named('folders') };
  };
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
