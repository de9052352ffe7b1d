import statement, { type Sql as Statement } from 'sql-template-tag';
import { commandGrantHolders, commandsFromOutside } from '@/server/access/grants';
import { accessibleCommands, commandAccess } from '@/server/access/scope';
import type { Viewer } from '@/server/access/viewer';
import { adHocSql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import type { RunFilters } from '@/server/runs/history/run-filters';

/** Which commands' runs a person may see, and which commands and people match the texts of a search. */
export interface RunScope {
  viewer: Viewer;
  /** The commands whose runs may be shown, after the filters on commands. */
  commandIds: number[];
  /** The organization's other commands; empty if the person has them all and there is no filter. */
  otherIds: number[];
  /**
   * Commands that other organizations granted to the person, after the filters on commands; of these, the person sees
   * only their own runs. Empty for a person who is not a member of the organization on screen.
   */
  outside: { commandIds: number[]; userId: string };
  /** By text, in lower case. */
  matches: Map<string, { commandIds: number[]; userIds: string[] }>;
}

/**
 * Loads the scope in one query, or two at once if there are texts to search for.
 *
 * @param memberId the id of a member of the organization; null for other callers
 */
export async function loadRunScope(
  viewer: Viewer,
  orgId: string,
  filters: RunFilters,
  memberId: string | null,
): Promise<RunScope> {
  const loading = query(
    { accessible: column.ints, others: column.ints, outside: column.ints },
    statement`with accessible as (${accessibleCommands(viewer, statement`${orgId}`)})
     select coalesce((select array_agg(command_id) from accessible), '{}') as accessible,
       coalesce((select array_agg(command_id) from command
         where org_id = ${orgId} and command_id not in (select command_id from accessible)), '{}') as others,
       ${memberId === null ? NONE : grantedFromOutside(viewer, memberId, orgId)} as outside`,
  );
  const [[row], found] = await Promise.all([loading, matchesOf(orgId, filters, memberId)]);
  const accessible = row?.accessible ?? [];
  const fromOutside = row?.outside ?? [];
  const outsideOf = (commandIds: number[]) => ({ commandIds, userId: memberId ?? '' });
  const visible = new Set([...accessible, ...fromOutside]);
  const matches: RunScope['matches'] = new Map(
    found.map((row) => [
      row.text,
      { commandIds: row.command_ids.filter((id) => visible.has(id)), userIds: row.user_ids },
    ]),
  );
  const narrowing = filters.texts.filter(({ field }) => field === 'name');
  if (filters.commandId === null && narrowing.length === 0) {
    return {
      viewer,
      commandIds: accessible,
      otherIds: row?.others ?? [],
      outside: outsideOf(fromOutside),
      matches,
    };
  }
  const named = narrowing.map(({ text }) => new Set(matches.get(text.toLowerCase())?.commandIds));
  const isWanted = (id: number) =>
    (filters.commandId === null || filters.commandId === id) && named.every((commands) => commands.has(id));
  const commandIds = accessible.filter(isWanted);
  const kept = new Set(commandIds);
  const narrowedAway = accessible.filter((id) => !kept.has(id));
  return {
    viewer,
    commandIds,
    otherIds: [...(row?.others ?? []), ...narrowedAway],
    outside: outsideOf(fromOutside.filter(isWanted)),
    matches,
  };
}

const NONE = statement`'{}'::int[]`;

const grantedFromOutside = (viewer: Viewer, memberId: string, orgId: string): Statement => statement`
  coalesce((select array_agg(c.command_id) from command c ${commandAccess(viewer)}
    where c.command_id = any(array(${commandsFromOutside(memberId, orgId)}))
      and c.deleted_at is null and access.role is not null), '{}')`;

/** Finds each text among the people, by every name they had, and all commands, seen or not, of which there are few compared with runs. */
async function matchesOf(orgId: string, { texts }: RunFilters, memberId: string | null) {
  const wanted = [
    ...new Set(texts.filter(({ field }) => field !== 'runrams').map(({ text }) => text.toLowerCase())),
  ];
  if (wanted.length === 0) return [];
  const fromOutside = memberId === null ? NONE : statement`array(${commandsFromOutside(memberId, orgId)})`;
  return query(
    { text: column.text, command_ids: column.ints, user_ids: column.texts },
    statement`select wanted.text,
       coalesce((select array_agg(c.command_id) from command c
         where (c.org_id = ${orgId} or c.command_id = any(${fromOutside}))
           and strpos(lower(c.name), wanted.text) > 0), '{}')
         as command_ids,
       coalesce((select array_agg(u.user_id) from "user" u
         where (strpos(lower(u.name), wanted.text) > 0 or exists (select from former_person_name former
             where former.user_id = u.user_id and strpos(lower(former.name), wanted.text) > 0)) and (
           u.user_id in (select user_id from membership where org_id = ${orgId})
           or u.user_id in (${commandGrantHolders(orgId)}))), '{}')
         as user_ids
     from unnest(${wanted}::text[]) as wanted(text)`,
    adHocSql,
  );
}
