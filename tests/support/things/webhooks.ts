import { POST } from '@/app/api/v1/[orgId]/webhooks/[webhookPublicId]/route';
import { sealSecret } from '@/server/automation/webhooks/webhook-rows';
import { prisma } from '@/server/base/database/prisma';
import { signatureOf } from '@/server/base/secrets/sign-message';
import { newPublicId, newSecret } from '@/server/base/secrets/webhook-address';
import type { Answered } from '../app/http';

/** A webhook as it is stored, which takes no values. */
export async function createStoredWebhook(
  orgId: string,
  commandId: number,
  ownerUserId: string,
): Promise<number> {
  const publicId = newPublicId();
  const { webhookId } = await prisma().webhook.create({
    data: {
      orgId,
      commandId,
      ownerUserId,
      modifiedByUserId: ownerUserId,
      name: 'Orders',
      publicId,
      sealedSecret: new Uint8Array(sealSecret(publicId, newSecret())),
    },
  });
  return webhookId;
}

/** A delivery as a sender would make it. */
export interface Delivery {
  /** JSON, or the text itself. */
  body?: unknown;
  secret: string;
  /** The time of its signature, from now. */
  secondsFromNow?: number;
  /** What the sender calls it. */
  name?: string;
  headers?: Record<string, string>;
}

/** Sends a delivery to the address of a webhook through its real route. */
export async function deliver(
  url: string,
  { body = {}, secret, secondsFromNow = 0, name, headers = {} }: Delivery,
): Promise<Answered> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const signature = signatureOf(secret, text, Date.now() + secondsFromNow * 1000);
  return deliverRaw(url, text, {
    'pushboard-signature': signature,
    ...(name === undefined ? {} : { 'pushboard-delivery': name }),
    ...headers,
  });
}

/** The same with headers of one's own, which may lack a signature. */
export async function deliverRaw(
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<Answered> {
  const [, orgId = '', webhookPublicId = ''] = /\/api\/v1\/([^/]+)\/webhooks\/([^/]+)$/.exec(url) ?? [];
  const request = new Request(url, {
    method: 'POST',
    body,
    headers: { host: 'localhost:3000', 'content-type': 'application/json', ...headers },
  });
  const params = Promise.resolve({ orgId: decodeURIComponent(orgId), webhookPublicId });
  const response = await POST(request, { params });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
}
