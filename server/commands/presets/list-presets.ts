import statement, { empty, type Sql as Statement } from 'sql-template-tag';
import type { z } from 'zod';
import { decideOnCommand } from '@/lib/access/decide';
import type { Person } from '@/lib/access/vocabulary';
import type { listPresets as listPresetsOperation, preset } from '@/lib/contract/command/presets';
import { openValues } from '@/lib/inputs/form-inputs';
import type { InputValues } from '@/lib/inputs/input';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { shownName } from '@/server/access/people/shown-name';
import { type Sql, sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';

export type Preset = z.output<typeof preset>;

const PRESET = {
  preset_id: column.int,
  name: column.text,
  is_shared: column.boolean,
  owner_user_id: column.text,
  owner_name: column.text,
  values: column.text,
  updated_at: column.time,
};

export const configures = (actor: Person, command: RunnableSubject): boolean =>
  decideOnCommand(actor, 'command.configure', command.standing) === 'allowed';

/** The presets of a command that a person sees: their own, and the shared ones. */
export async function presetsFor(
  actor: Person,
  command: RunnableSubject,
  which: Statement = empty,
  db: Sql = sql,
): Promise<Preset[]> {
  const { orgId, commandId, form } = command;
  const rows = await query(
    PRESET,
    statement`select p.preset_id, p.name, p.is_shared, p.owner_user_id, p.values, p.updated_at,
        ${shownName(statement`p.org_id`)} as owner_name
      from preset p
      join "user" u on u.user_id = p.owner_user_id
      left join membership m on m.org_id = p.org_id and m.user_id = p.owner_user_id
      where p.org_id = ${orgId} and p.command_id = ${commandId}
        and (p.is_shared or p.owner_user_id = ${actor.userId}) ${which}
      order by lower(p.name), p.preset_id`,
    db,
  );
  return rows.map((row) => ({
    presetId: row.preset_id,
    commandId,
    name: row.name,
    isShared: row.is_shared,
    isMine: row.owner_user_id === actor.userId,
    ownerName: row.owner_name,
    // An input may have been hidden since, or become a password.
    values: openValues(form.inputs, JSON.parse(row.values) as InputValues),
    updatedAt: row.updated_at.toISOString(),
    mayChange: row.is_shared ? configures(actor, command) : true,
  }));
}

export const listPresets = ({ actor, subject }: Context<typeof listPresetsOperation>): Promise<Preset[]> =>
  presetsFor(actor, subject);
