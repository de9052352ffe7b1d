import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import { loadRunnable, type RunnableSubject } from '@/server/access/load/load-command';
import { query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { actorOf, PEOPLE, PERSON } from '@/server/people/sign-in/load-actor';

interface Owned {
  orgId: string;
  webhookId: number;
  commandId: number;
  ownerUserId: string;
}

/**
 * The principal of a webhook's runs: its owner, who may run its command and nothing else, and the command with the rights
 * that they have now. Null if the owner lost the command, or it was deleted.
 */
export async function loadPrincipal({
  orgId,
  webhookId,
  commandId,
  ownerUserId,
}: Owned): Promise<{ owner: Person; command: RunnableSubject } | null> {
  const [row] = await query(PERSON, statement`${PEOPLE} where u.user_id = ${ownerUserId}`);
  const owner = actorOf(row, { kind: 'webhook', webhookId, commandId });
  if (owner.kind !== 'person') return null;
  try {
    return { owner, command: await loadRunnable(owner, orgId, commandId, 'command.run') };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
