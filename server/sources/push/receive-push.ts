import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { processWide } from '@/server/base/process-wide';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { connectorFor } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/things';
import { limitPushes } from '@/server/http/limits/rate-limit';
import { boundedBytes } from '@/server/http/requests/read-body';
import { refusalResponse } from '@/server/http/responses/refusal';
import { type Incoming, serve } from '@/server/http/serve';
import { noticePush } from '@/server/sources/push/notice-push';
import { openSecret, sealSecret } from '@/server/sources/push/push-webhook-rows';

/** The largest body. GitHub's may have 25 MB, with a push of thousands of commits; those are refused. */
const LARGEST_BODY_BYTES = 5_000_000;

type Params = { orgId: string; pushPublicId: string };

/**
 * Takes a call of a source about a push. Nothing but its signature speaks for it: cookies, tokens, and where it comes
 * from are not looked at. The response tells nothing of the connection.
 */
export async function receivePush(
  request: Request,
  { params }: { params: Promise<Params> },
): Promise<Response> {
  const { orgId, pushPublicId } = await params;
  const door = {
    name: 'receivePush',
    orgId,
    identify: async () => ({ kind: 'signedOut' }) as const,
    refuse: (refusal: AppError, requestId: string) => refusalResponse(refusal, requestId),
  };
  return serve(request, door, (incoming) => answer(incoming, orgId, pushPublicId));
}

async function answer(incoming: Incoming, orgId: string, publicId: string): Promise<Response> {
  const { request, requestId, audit, log, release } = incoming;
  const { headers } = request;
  const sent = await boundedBytes(incoming, LARGEST_BODY_BYTES, LARGEST_BODY_BYTES);
  const signature = readSignature(headers.get('x-hub-signature-256'));
  if (signature === null) throw unsigned();
  const receiver = await findReceiver(orgId, publicId);
  const isSigned = isAuthentic(receiver, sent, signature);
  if (receiver === null) throw unsigned();
  if (!isSigned) {
    // Not awaited: the response takes the same time whether the address exists.
    noteUnsigned(receiver).catch((error: unknown) =>
      log.warn({ err: error }, 'An unsigned call about a push was not noted'),
    );
    throw unsigned();
  }
  const { credential_id: credentialId } = receiver;
  limitPushes(credentialId);
  await noteCall(receiver);
  if (headers.get('x-github-event') === 'push') {
    const key = keyOf(headers.get('x-github-delivery'));
    const payload = payloadOf(headers.get('content-type'), sent);
    await take(receiver, payload, { orgId, credentialId, delivery: { key, signature }, audit });
  }
  release();
  return new Response(null, {
    status: 204,
    headers: { 'Cache-Control': 'no-store', 'X-Request-Id': requestId },
  });
}

/** The same for an unknown address as for a wrong signature. */
const unsigned = (): AppError =>
  new AppError(
    'not_signed_in',
    'No push webhook has this address, or the signature does not match. Copy the secret that Pushboard showed into the settings of the webhook.',
  );

async function take(
  { source_kind: sourceKind, settings }: Receiver,
  payload: unknown,
  noticed: Omit<Parameters<typeof noticePush>[0], 'push' | 'filesOf'>,
): Promise<void> {
  const { pushes } = connectorFor(sourceKind);
  if (pushes === undefined) return;
  try {
    const push = pushes.read(settings, payload);
    if (push !== null) await noticePush({ ...noticed, push, filesOf: pushes.filesOf });
  } catch (error) {
    if (error instanceof ConnectorError) throw new AppError('invalid', error.message, { cause: error });
    throw error;
  }
}

const RECEIVER = {
  credential_id: column.int,
  source_kind: column.textAs<SourceKind>(),
  settings: column.json<JsonValue>(),
  public_id: column.text,
  sealed_secret: column.bytes,
};
type Receiver = RowOf<typeof RECEIVER>;

async function findReceiver(orgId: string, publicId: string): Promise<Receiver | null> {
  const [row] = await query(
    RECEIVER,
    statement`select w.credential_id, k.source_kind, k.settings, w.public_id, w.sealed_secret
      from push_webhook w
      join credential k on k.org_id = w.org_id and k.credential_id = w.credential_id and k.deleted_at is null
      where w.org_id = ${orgId} and w.public_id = ${publicId}`,
  );
  return row ?? null;
}

/** Reads `sha256={HMAC-SHA-256 in hex}`; null for other text. */
function readSignature(text: string | null): string | null {
  const [, mac] = /^sha256=([0-9a-f]{64})$/.exec(text?.trim() ?? '') ?? [];
  return mac ?? null;
}

/** Compares what doesn't exist with a secret of nobody, which takes as long. */
function isAuthentic(receiver: Receiver | null, sent: Buffer, mac: string): boolean {
  const { public_id, sealed_secret } = receiver ?? nobody();
  const secret = openSecret(public_id, sealed_secret);
  return timingSafeEqual(createHmac('sha256', secret).update(sent).digest(), Buffer.from(mac, 'hex'));
}

const nobody = (): Pick<Receiver, 'public_id' | 'sealed_secret'> =>
  processWide('the push webhook of nobody', () => ({
    public_id: '',
    sealed_secret: sealSecret('', randomBytes(32).toString('base64url')),
  }));

/** Senders with a wrong secret are shown to admins, without a row for each attempt. */
const noteUnsigned = ({ credential_id }: Receiver): Promise<unknown> =>
  execute(
    statement`update push_webhook set unsigned_at = now()
      where credential_id = ${credential_id} and (unsigned_at is null or unsigned_at < now() - interval '1 second')`,
  );

const noteCall = ({ credential_id }: Receiver): Promise<unknown> =>
  execute(
    statement`update push_webhook set last_called_at = now(), unsigned_at = null
      where credential_id = ${credential_id}`,
  );

/** What GitHub calls the delivery. */
function keyOf(header: string | null): string {
  if (header !== null && /^[\x21-\x7e]{1,200}$/.test(header)) return header;
  throw new AppError('invalid', 'X-GitHub-Delivery must be 1 to 200 printable characters without spaces.');
}

function payloadOf(contentType: string | null, sent: Buffer): unknown {
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    throw new AppError(
      'unsupported_media_type',
      'Choose the content type application/json in the settings of the webhook.',
    );
  }
  try {
    return JSON.parse(sent.toString('utf8'));
  } catch (cause) {
    throw new AppError('invalid', 'The body is not valid JSON.', { cause });
  }
}
