import statement from 'sql-template-tag';
import {
  type listPins as listPinsOperation,
  MOST_PINS,
  type pinCommand as pinCommandOperation,
  type pinnedCommand,
  type unpinCommand as unpinCommandOperation,
} from '@/lib/contract/library/pins';
import type { Decoded } from '@/lib/wire/wire';
import { accessibleCommands } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError, forbidden } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';

const PIN = { command_id: column.int, org_id: column.text, pinned_at: column.time };

/** Returns the caller's pinned commands that they have access to, the first pinned first. */
export async function listPins({
  actor,
  subject,
  params,
}: Context<typeof listPinsOperation>): Promise<Decoded<typeof pinnedCommand>[]> {
  if (params.userId !== actor.userId) throw forbidden('You can see only your own pinned commands.');
  const mine = accessibleCommands(viewerOf(actor), statement`${subject.orgId}`);
  const rows = await query(
    PIN,
    statement`select p.command_id, p.org_id, p.pinned_at from pinned_command p
      where p.user_id = ${actor.userId} and p.command_id in (${mine})
      order by p.pinned_at, p.command_id`,
  );
  return rows.map(({ command_id, org_id, pinned_at }) => ({
    commandId: command_id,
    orgId: org_id,
    pinnedAt: pinned_at.toISOString(),
  }));
}

/** Pins a command for the caller. A private shortcut is not a change to the organization, so there is no audit row. */
export async function pinCommand({
  actor,
  subject,
  params,
}: Context<typeof pinCommandOperation>): Promise<undefined> {
  if (params.userId !== actor.userId) throw forbidden('You can pin only for yourself.');
  const rows = await query(
    { command_id: column.int },
    statement`with added as (
        insert into pinned_command (user_id, command_id, org_id)
        select ${actor.userId}, ${subject.commandId}, ${subject.orgId}
        where (select count(*) from pinned_command where user_id = ${actor.userId}) < ${MOST_PINS}
        on conflict (user_id, command_id) do nothing
        returning command_id)
      select command_id from added
      union all
      select command_id from pinned_command
      where user_id = ${actor.userId} and command_id = ${subject.commandId}`,
  );
  if (rows.length === 0) {
    throw new AppError('conflict', `You have pinned ${MOST_PINS} commands already. Unpin one first.`);
  }
  return undefined;
}

/** Removes a command from the caller's pinned ones. */
export async function unpinCommand({
  actor,
  subject,
  params,
}: Context<typeof unpinCommandOperation>): Promise<undefined> {
  if (params.userId !== actor.userId) throw forbidden('You can unpin only for yourself.');
  await execute(
    statement`delete from pinned_command where user_id = ${actor.userId} and command_id = ${subject.commandId}`,
  );
  return undefined;
}
