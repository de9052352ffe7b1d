import { z } from 'zod';
import { signatureOf } from '@/server/base/secrets/sign-message';
import type { Calls } from '../calls';
import { inputOf } from '../command-form';
import type { Commands } from '../make-commands';

/** Creates a webhook, and sends it a signed delivery, whose run ends. A worker has to be running. */
export async function fillWebhooks(calls: Calls, command: Commands): Promise<void> {
  const { kitId } = command('orderTotal');
  const legoInstanceInputId = await inputOf(calls, command('orderTotal'), 'order_id');
  const made = await calls.inSandbox('POST', `/kits/${kitId}/webhooks`, {
    name: 'New orders',
    inputs: [{ legoInstanceInputId, path: 'order.id' }],
  });
  const { url, secret } = z.object({ url: z.url(), secret: z.string() }).parse(made);
  const body = JSON.stringify({ order: { id: 3 } });
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'pushboard-signature': signatureOf(secret, body, Date.now()),
      'pushboard-delivery': 'order-3',
    },
  });
  const { run_id: runId } = z.object({ run_id: z.int() }).parse(await response.json());
  await calls.untilStatus(command('orderTotal'), runId, (status) => status === 'success');
}
