import type { Person } from '@/lib/access/vocabulary';
import { loadCommand } from '@/server/access/load/load-command';
import type { Sql } from '@/server/base/database/db';
import { AppError } from '@/server/base/errors';

/**
 * Throws unless the person may run the command, and it is not a copycat: buttons open the original, which more people
 * have, and whose inputs are the ones to fill.
 */
export async function refuseTarget(actor: Person, orgId: string, targetId: number, db?: Sql): Promise<void> {
  const { standing } = await loadCommand(actor, orgId, targetId, 'command.run', db);
  if (standing.isCopycat !== true) return;
  throw new AppError('invalid', 'This is a copy of another command. Choose the command it was copied from.', {
    issues: [{ path: 'inputKitId', message: 'Must not be a copy' }],
  });
}
