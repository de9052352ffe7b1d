import { POST } from '@/app/api/v1/[orgId]/webhooks/[webhookPublicId]/route';

/** A delivery that this process is to receive. */
export interface Sent {
  url: string;
  body: string;
  headers: Record<string, string>;
}

/** What it answered. */
export interface Received {
  status: number;
  body: unknown;
}

/** A web process of its own, with its own connections, which receives deliveries that its parent sends it. */
async function receive({ url, body, headers }: Sent): Promise<Received> {
  const [, orgId = '', webhookPublicId = ''] = /\/api\/v1\/([^/]+)\/webhooks\/([^/]+)$/.exec(url) ?? [];
  const request = new Request(url, { method: 'POST', body, headers });
  const params = Promise.resolve({ orgId: decodeURIComponent(orgId), webhookPublicId });
  const response = await POST(request, { params });
  return { status: response.status, body: await response.json() };
}

process.on('message', (sent: Sent) => {
  receive(sent).then(
    (received) => process.send?.(received),
    (error: unknown) => process.send?.({ status: 0, body: String(error) } satisfies Received),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
