import statement from 'sql-template-tag';
import type { Actor } from '@/lib/access/vocabulary';
import { commandMembership, hasCopycat } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { type Sql, sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';

/** The actor has a copycat whose original was deleted, or is lost to them. Its message says which. */
export class EndedCopycat extends AppError {}

/** Why a copycat no longer runs, in words for the person who has it. */
const COPYCAT_ENDED = {
  deleted: 'This command is a copy, and the command it was copied from was deleted.',
  lost: 'This command is a copy, and you no longer have access to the command it was copied from. Ask an engineer of that command to share it with you again.',
} as const;

/**
 * Throws 404 with the reason, if the actor has the copycat but not the command that it follows. Anyone else gets the
 * answer of a command that doesn't exist.
 */
export async function refuseEndedCopycat(
  actor: Actor,
  orgId: string,
  commandId: number,
  db: Sql = sql,
): Promise<void> {
  const { person } = viewerOf(actor);
  const [row] = await query(
    { is_original_deleted: column.boolean },
    statement`select o.deleted_at is not null as is_original_deleted
      from command c ${commandMembership(person)}
      join command o on o.org_id = c.org_id and o.command_id = c.follows_command_id
      where c.org_id = ${orgId} and c.command_id = ${commandId} and c.deleted_at is null and ${hasCopycat(person)}`,
    db,
  );
  if (row === undefined) return;
  throw new EndedCopycat('not_found', row.is_original_deleted ? COPYCAT_ENDED.deleted : COPYCAT_ENDED.lost);
}
