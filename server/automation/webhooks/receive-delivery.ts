import { randomBytes } from 'node:crypto';
import statement from 'sql-template-tag';
import { doubledKey, readJsonCell, shownKey } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { UNNAMED_PREFIX } from '@/server/automation/webhooks/list-webhooks';
import { findReceiver, type Receiver, takeDelivery } from '@/server/automation/webhooks/take-delivery';
import { openSecret, sealSecret } from '@/server/automation/webhooks/webhook-rows';
import { clock } from '@/server/base/clock';
import { execute } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { processWide } from '@/server/base/process-wide';
import { isSignedBy, readSignature, type Signature } from '@/server/base/secrets/sign-message';
import { limitWebhook } from '@/server/http/limits/rate-limit';
import { boundedBytes, refuseDeep } from '@/server/http/requests/read-body';
import { refusalResponse } from '@/server/http/responses/refusal';
import { type Incoming, serve } from '@/server/http/serve';

/** The largest body of a delivery. */
const LARGEST_BODY_BYTES = 1_000_000;
/** How far the time of a signature may be from ours. A signature is remembered for longer. */
const WINDOW_SECONDS = 300;

type Params = { orgId: string; webhookPublicId: string };

/**
 * Takes a delivery to a webhook. Nothing but its signature speaks for it: cookies, tokens, and where it comes from are not
 * looked at, so that a page of another site can't use a session here. The response names the run and tells nothing
 * else of the command.
 */
export async function receiveDelivery(
  request: Request,
  { params }: { params: Promise<Params> },
): Promise<Response> {
  const { orgId, webhookPublicId: publicId } = await params;
  const door = {
    name: 'receiveDelivery',
    orgId,
    identify: async () => ({ kind: 'signedOut' }) as const,
    refuse: (refusal: AppError, requestId: string) => refusalResponse(refusal, requestId),
  };
  return serve(request, door, (incoming) => answer(incoming, orgId, publicId));
}

async function answer(incoming: Incoming, orgId: string, publicId: string): Promise<Response> {
  const { request, requestId, audit, log, release } = incoming;
  const { headers } = request;
  const sent = await boundedBytes(incoming, LARGEST_BODY_BYTES, LARGEST_BODY_BYTES);
  const signature = readSignature(headers.get('pushboard-signature'));
  const found = await findReceiver(orgId, { publicId });
  const isSigned = signature !== null && isAuthentic(found, sent, signature);
  if (found === null) throw unsigned();
  const { receiver } = found;
  if (!isSigned) {
    // Not awaited: the response takes the same time whether the webhook exists.
    noteUnsigned(receiver).catch((error: unknown) =>
      log.warn({ err: error }, 'An unsigned delivery was not noted'),
    );
    throw unsigned();
  }
  if (Math.abs(clock.nowMs() / 1000 - signature.seconds) > WINDOW_SECONDS) {
    await noteUnsigned(receiver);
    throw new AppError(
      'not_signed_in',
      'The time of the signature is more than 5 minutes from ours. Check the clock, and sign every attempt with its own time.',
    );
  }
  limitWebhook(receiver.webhookId);
  const key = keyOf(headers.get('pushboard-delivery')) ?? UNNAMED_PREFIX + signature.mac;
  const delivery = { key, signature: signature.mac, body: bodyOf(sent), testerUserId: null };
  const taken = await takeDelivery(receiver, delivery, audit);
  release();
  if (taken.runId === null) {
    // Why is for engineers of the command: it may name its inputs.
    throw new AppError(
      'impossible',
      'The delivery arrived, but it started no run. The list of deliveries in Pushboard says why.',
    );
  }
  return Response.json(
    { run_id: taken.runId },
    { status: 202, headers: { 'Cache-Control': 'no-store', 'X-Request-Id': requestId } },
  );
}

/** The same for an unknown address as for a wrong signature. */
const unsigned = (): AppError =>
  new AppError(
    'not_signed_in',
    'No webhook has this address, or the signature does not match. Send the header Pushboard-Signature: t={seconds},v1={HMAC-SHA-256 of "{seconds}.{body}" in hex}.',
  );

type Found = NonNullable<Awaited<ReturnType<typeof findReceiver>>>;

/**
 * Whether the present or the previous secret signed it. What doesn't exist is compared with a secret of nobody, which
 * takes as long.
 */
function isAuthentic(found: Found | null, sent: Buffer, signature: Signature): boolean {
  const present = found ?? nobody();
  const previousSecret = found?.previousSecret ?? null;
  const previous =
    found === null || previousSecret === null ? nobody() : { ...found, sealedSecret: previousSecret };
  const [byPresent, byPrevious] = [present, previous].map(({ publicId, sealedSecret }) =>
    isSignedBy(openSecret(publicId, sealedSecret), sent, signature),
  );
  return byPresent === true || byPrevious === true;
}

const nobody = () =>
  processWide('the webhook of nobody', () => ({
    publicId: '',
    sealedSecret: sealSecret('', randomBytes(32).toString('base64url')),
  }));

/** Senders with a wrong secret or clock are shown to engineers, without a row for each attempt. */
const noteUnsigned = ({ webhookId }: Receiver): Promise<unknown> =>
  execute(
    statement`update webhook set unsigned_at = now()
      where webhook_id = ${webhookId} and (unsigned_at is null or unsigned_at < now() - interval '1 second')`,
  );

/** What the sender calls the delivery. Throws 400 for what can't be a name. */
function keyOf(header: string | null): string | null {
  if (header === null) return null;
  if (/^[\x21-\x7e]{1,200}$/.test(header) && !header.startsWith(UNNAMED_PREFIX)) return header;
  throw new AppError('invalid', 'Pushboard-Delivery must be 1 to 200 printable characters without spaces.');
}

/** Numbers keep all of their digits. */
function bodyOf(sent: Buffer): JsonValue {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(sent);
    refuseDeep(text);
    const body = readJsonCell(text);
    const key = doubledKey(text);
    if (key === null) return body;
    throw new AppError(
      'invalid',
      `The body has an object with two values for ${shownKey(key)}, so it doesn't say which one is meant.`,
    );
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('invalid', 'The body is not valid JSON in UTF-8.', { cause });
  }
}
