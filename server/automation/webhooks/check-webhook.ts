import type { Person } from '@/lib/access/vocabulary';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { loadPrincipal } from '@/server/automation/webhooks/webhook-owner';
import { AppError } from '@/server/base/errors';
import { approvalGate } from '@/server/runs/approvals/request-approval';
import { refuseUnconfirmed } from '@/server/runs/start/confirmation';

/**
 * Throws unless a delivery could start a run now, whatever its values: its confirmation word was typed, an
 * engineer who had no say in it could approve it, and both who saves the webhook and its owner may run the command.
 *
 * @param owner null if who saves it is its owner, because they create it or take it over
 * @param alsoSetBy who had a say in it, besides its owner
 */
export async function checkWebhook(
  command: RunnableSubject,
  actor: Person,
  confirmedWord: string | null,
  owner: { webhookId: number; userId: string } | null,
  alsoSetBy: readonly string[],
): Promise<void> {
  refuseUnconfirmed(command, confirmedWord);
  await approvalGate(command, { userId: owner?.userId ?? actor.userId }, alsoSetBy);
  if (owner === null || owner.userId === actor.userId) return;
  const { orgId, commandId } = command;
  const { webhookId, userId: ownerUserId } = owner;
  if ((await loadPrincipal({ orgId, webhookId, commandId, ownerUserId })) !== null) return;
  throw new AppError(
    'conflict',
    'The owner of this webhook can no longer run the command. Take the webhook over first: its runs then have your rights.',
  );
}
