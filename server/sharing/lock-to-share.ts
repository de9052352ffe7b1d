import type { Person, Visibility } from '@/lib/access/vocabulary';
import { lockShared, type Shared } from '@/server/access/give-role';
import { loadFolder } from '@/server/access/load/load';
import { loadCommand } from '@/server/access/load/load-command';
import type { Sql } from '@/server/base/database/db';

/**
 * Waits for other changes of who has the same command or folder, and decides again whether the actor may share: one of
 * those changes may have taken that away. Returns the current state, with the original of a copycat; throws as the decision does.
 */
export async function lockToShare(
  tx: Sql,
  shared: Shared,
  actor: Person,
): Promise<{ visibility: Visibility | null; originalId: number | null }> {
  await lockShared(tx, shared);
  if (shared.kind === 'folder') {
    await loadFolder(actor, shared.orgId, shared.id, 'folder.change', tx);
    return { visibility: null, originalId: null };
  }
  const { standing, configuredId } = await loadCommand(actor, shared.orgId, shared.id, 'command.share', tx);
  return { visibility: standing.visibility, originalId: standing.isCopycat === true ? configuredId : null };
}
