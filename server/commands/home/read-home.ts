import statement from 'sql-template-tag';
import { z } from 'zod';
import { type home, MOST_SUGGESTED, type readHome as readHomeOperation } from '@/lib/contract/library/home';
import type { Decoded } from '@/lib/wire/wire';
import { commandRoles } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { clock } from '@/server/base/clock';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { readSharedFolders, sharesOf } from '@/server/commands/home/read-shared-folders';
import { readStory } from '@/server/commands/home/read-story';
import type { Context } from '@/server/operations/context';

const COMMAND = {
  list: z.enum(['pinned', 'shared', 'suggested', 'used']),
  runs: column.int,
  command_id: column.int,
  org_id: column.text,
  name: column.text,
  source_kind: column.text,
  folder_name: column.text.nullable(),
  shared_at: column.time.nullable(),
};

/** Runs of so many days say what is used. Whole days are enough for that, and are few rows. */
const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether the template `t` isn't known to only read. */
const IS_CHANGING = statement`t.warning_tag is distinct from 'safe'`;

/** Returns what a person most likely wants when they come in: only commands that they have access to. */
export async function readHome({
  actor,
  subject: { orgId },
}: Pick<Context<typeof readHomeOperation>, 'actor' | 'subject'>): Promise<Decoded<typeof home>> {
  const since = new Date(clock.now().getTime() - DAYS * DAY_MS);
  const [commands, connections, sharedFolders, story] = await Promise.all([
    query(
      COMMAND,
      statement`with mine as materialized (
        select c.command_id, access.level, c.is_hidden, c.template_id, c.name
        from (${commandRoles(viewerOf(actor), statement`${orgId}`)}) access
        join command c on c.command_id = access.command_id
      ), used as (
        select f.command_id, sum(f.runs)::int as runs from command_figure f
        where f.org_id = ${orgId} and f.span = 'day' and f.slot_at >= ${since}
          and f.trigger not in ('dropdown', 'startup') and f.command_id in (select command_id from mine where not is_hidden)
        group by f.command_id order by runs desc, f.command_id limit ${MOST_SUGGESTED}
      ), shared as (
        select mine.command_id, told.shared_at,
          row_number() over (order by told.shared_at desc nulls last, mine.command_id desc) as place
        from mine left join (${sharesOf(actor.userId, orgId)}) told on told.command_id = mine.command_id
        where level = 'user_kit' and not is_hidden and not exists (select from recent_command o
          where o.org_id = ${orgId} and o.user_id = ${actor.userId} and o.command_id = mine.command_id)
        order by place limit ${MOST_SUGGESTED}
      ), suggested as (
        select mine.command_id, row_number() over (order by ${IS_CHANGING}, lower(mine.name), mine.command_id) as place
        from mine join template t on t.org_id = ${orgId} and t.template_id = mine.template_id
        where not mine.is_hidden and not exists (table used)
        order by place limit ${MOST_SUGGESTED}
      ), chosen as (
        select 'pinned' as list, p.command_id, 0 as runs, extract(epoch from p.pinned_at) as place,
          null::timestamptz as shared_at
        from pinned_command p where p.user_id = ${actor.userId} and p.command_id in (select command_id from mine)
        union all select 'shared', command_id, 0, place, shared_at from shared
        union all select 'suggested', command_id, 0, place, null from suggested
        union all select 'used', command_id, runs, -runs, null from used
      )
      select l.list, l.runs, c.command_id, c.org_id, c.name, t.source_kind, f.name as folder_name, l.shared_at
      from chosen l
      join command c on c.org_id = ${orgId} and c.command_id = l.command_id
      join template t on t.org_id = c.org_id and t.template_id = c.template_id
      left join folder f on f.org_id = c.org_id and f.folder_id = c.folder_id
      order by l.list, l.place, l.command_id`,
    ),
    query(
      { has_connection: column.boolean },
      statement`select exists (select from credential where org_id = ${orgId} and deleted_at is null) as has_connection`,
    ),
    readSharedFolders(actor, orgId),
    readStory(actor, orgId),
  ]);
  const listed = (list: Row['list']) => commands.filter((row) => row.list === list);
  return {
    pinned: listed('pinned').map(toWire),
    shared: listed('shared').map((row) => ({
      ...toWire(row),
      sharedAt: row.shared_at?.toISOString() ?? null,
    })),
    sharedFolders,
    suggested: listed('suggested').map(toWire),
    mostUsed: listed('used').map((row) => ({ ...toWire(row), runs: row.runs })),
    hasConnection: connections[0]?.has_connection ?? false,
    story,
  };
}

type Row = RowOf<typeof COMMAND>;

const toWire = ({ command_id, org_id, name, source_kind, folder_name }: Row) => ({
  commandId: command_id,
  orgId: org_id,
  name,
  sourceKind: source_kind,
  folderName: folder_name,
});
