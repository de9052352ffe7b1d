import statement from 'sql-template-tag';
import {
  type listUnusedCommands as listUnusedCommandsOperation,
  UNUSED_DAYS,
  type unusedCommand,
} from '@/lib/contract/insight/usage';
import type { Decoded } from '@/lib/wire/wire';
import { column, queryMany } from '@/server/base/database/statements';
import { countedCommands, idOfShown } from '@/server/insight/figures/counting/counted-commands';
import { lastDays } from '@/server/insight/figures/counting/days';
import type { Context } from '@/server/operations/context';

const COMMAND = {
  shown_id: column.int,
  name: column.text.nullable(),
  folder_name: column.text.nullable(),
  commands: column.int,
  created_at: column.text.nullable(),
  last_run_at: column.text.nullable(),
};

/**
 * Commands that nobody and nothing has run lately, not even for a dropdown. New and hidden ones are left out. Their last
 * runs are looked up, one step in an index each.
 */
export async function listUnusedCommands({
  actor,
  subject: { orgId },
  query: { zone },
}: Context<typeof listUnusedCommandsOperation>): Promise<Decoded<typeof unusedCommand>[]> {
  const since = new Date(lastDays(UNUSED_DAYS, zone).startMs);
  const rows = await queryMany(
    COMMAND,
    statement`select c.shown_id, c.name, c.folder_name, count(*)::int as commands,
        case when c.shown_id > 0 then min(own.created_at) end as created_at,
        case when c.shown_id > 0 then max(latest.created_at) end as last_run_at
      from (${countedCommands(orgId, actor.userId)}) c
      join command own on own.org_id = ${orgId} and own.command_id = c.command_id
        and own.deleted_at is null and not own.is_hidden and own.created_at < ${since}
      left join lateral (
        select r.created_at from run r where r.command_id = c.command_id and r.queued_at is not null
        order by r.created_at desc, r.run_id desc limit 1
      ) latest on true
      where latest.created_at is null or latest.created_at < ${since}
      group by 1, 2, 3
      order by last_run_at nulls first, lower(c.name), c.shown_id`,
  );
  return rows.map((row) => ({
    commandId: idOfShown(row.shown_id),
    name: row.name,
    folderName: row.folder_name,
    commands: row.commands,
    createdAt: isoOf(row.created_at),
    lastRunAt: isoOf(row.last_run_at),
  }));
}

const isoOf = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString());
