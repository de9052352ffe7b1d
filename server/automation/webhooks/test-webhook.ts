import { randomUUID } from 'node:crypto';
import type { testWebhook as testWebhookOperation } from '@/lib/contract/webhooks/webhooks';
import type { WebhookDelivery } from '@/server/automation/webhooks/list-webhooks';
import { findReceiver, takeDelivery } from '@/server/automation/webhooks/take-delivery';
import { notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';

/**
 * Delivers a body as if a sender had signed it. It starts a real run, with the rights of the webhook's owner; if that needs
 * approval, the tester can't give it.
 */
export async function testWebhook({
  actor,
  subject: { orgId, commandId },
  params: { webhookId },
  body,
  audit,
}: Context<typeof testWebhookOperation>): Promise<WebhookDelivery> {
  const found = await findReceiver(orgId, { webhookId });
  if (found === null || found.receiver.commandId !== commandId) throw notFound();
  const key = `test:${randomUUID()}`;
  const delivery = { key, signature: key, body: body.body, testerUserId: actor.userId };
  return takeDelivery(found.receiver, delivery, audit);
}
