import type { Person, Visibility } from '@/lib/access/vocabulary';
import type { updateCommand as updateCommandOperation } from '@/lib/contract/configure';
import type { BodyOf } from '@/lib/contract/operation';
import { recordAudit } from '@/server/access/audit';
import { type CommandSubject, loadFolder } from '@/server/access/load';
import { readCommandAs } from '@/server/commands/read-command';
import { sql, transaction } from '@/server/db';
import { AppError, changedMeanwhile, forbidden, notFound } from '@/server/errors';
import type { Context } from '@/server/http/context';

type Body = BodyOf<typeof updateCommandOperation>;

interface CommandRow {
  name: string;
  description: string | null;
  execute_in_transaction: boolean;
  folder_id: number | null;
  visibility: Visibility;
  is_hidden: boolean;
  version: number;
}

type Changes = Omit<CommandRow, 'version'>;

const COLUMNS = 'name, description, execute_in_transaction, folder_id, visibility, is_hidden';

/** What the command is after the request: a command of one's own that goes into a folder is shown to its people. */
function changed(row: CommandRow, body: Body): Changes {
  const folderId = body.folderId === undefined ? row.folder_id : body.folderId;
  const isMovedIn = folderId !== null && folderId !== row.folder_id;
  const visibility = body.visibility ?? row.visibility;
  return {
    name: body.name ?? row.name,
    description: body.description === undefined ? row.description : body.description?.trim() || null,
    execute_in_transaction: body.executeInTransaction ?? row.execute_in_transaction,
    folder_id: folderId,
    visibility: isMovedIn && visibility === 'justme' && body.visibility === undefined ? 'org' : visibility,
    is_hidden: body.isHidden ?? row.is_hidden,
  };
}

interface Place {
  folder_id: number | null;
  created_by_user_id: string;
}

/** Moving takes an engineer of the folder a command leaves and of the one it goes to. */
async function refuseMove(
  actor: Person,
  orgId: string,
  from: number | null,
  to: number | null,
): Promise<void> {
  if (from === to) return;
  if (to !== null) await loadFolder(actor, orgId, to, 'folder.change');
  if (from === null) return;
  await loadFolder(actor, orgId, from, 'folder.change').catch((error) => {
    if (error instanceof AppError && error.code === 'not_found') throw forbidden();
    throw error;
  });
}

/** What takes more than an engineer of the command itself. Answers where it stands. */
async function refuseBeyondRights(
  actor: Person,
  { orgId, commandId, standing }: CommandSubject,
  body: Body,
): Promise<Place> {
  const [place] = await sql.query<Place>(
    'select folder_id, created_by_user_id from command where org_id = $1 and command_id = $2',
    [orgId, commandId],
  );
  if (place === undefined) throw notFound();
  const isMadeOwn = body.visibility === 'justme' && standing.visibility !== 'justme';
  if (isMadeOwn && place.created_by_user_id !== actor.userId) {
    throw forbidden('Only the creator of a command may choose "Just Me".');
  }
  if (body.folderId !== undefined) await refuseMove(actor, orgId, place.folder_id, body.folderId);
  return place;
}

/**
 * Changes a command where it stands as it was last read; throws 409 with its present state where it does not.
 * Only the creator makes a command their own (`justme`).
 */
export async function updateCommand({ actor, subject, body, audit }: Context<typeof updateCommandOperation>) {
  const { orgId, commandId } = subject;
  const place = await refuseBeyondRights(actor, subject, body);
  const isStale = await transaction(async (tx) => {
    const [row] = await tx.query<CommandRow>(
      `select ${COLUMNS}, version from command where org_id = $1 and command_id = $2 for update`,
      [orgId, commandId],
    );
    if (row === undefined || row.folder_id !== place.folder_id) return true;
    if (body.version !== undefined && body.version !== row.version) return true;
    const after = changed(row, body);
    const keys = (Object.keys(after) as (keyof Changes)[]).filter((key) => after[key] !== row[key]);
    if (keys.length === 0) return false;
    await tx.query(
      `update command set (${COLUMNS}) = ($3, $4, $5, $6, $7::visibility, $8), version = version + 1
       where org_id = $1 and command_id = $2`,
      [orgId, commandId, ...Object.values(after)],
    );
    const changesOf = (from: Changes) => Object.fromEntries(keys.map((key) => [key, from[key]]));
    await recordAudit(tx, audit, {
      orgId,
      action: 'command.update',
      subjectType: 'command',
      subjectId: String(commandId),
      before: changesOf(row),
      after: changesOf(after),
    });
    return false;
  });
  const now = await readCommandAs(actor, orgId, commandId);
  if (isStale) throw changedMeanwhile(now);
  return now;
}
