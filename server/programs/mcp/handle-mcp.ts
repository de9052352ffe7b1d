import { createMcpHandler } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Actor, Person } from '@/lib/access/vocabulary';
import { parseExactJson, withPlainNumbers } from '@/lib/base/exact-json';
import { env } from '@/server/base/env';
import { AppError, forbidden, notSignedIn } from '@/server/base/errors';
import { readableEverywhere } from '@/server/http/requests/cross-origin';
import { identifyToken, refuseUnknownToken } from '@/server/http/requests/identify';
import { boundedBytes, MAX_BODY_BYTES, refuseDeep } from '@/server/http/requests/read-body';
import { watchSession } from '@/server/http/requests/stream-sessions';
import { refusalResponse } from '@/server/http/responses/refusal';
import { type Incoming, serve } from '@/server/http/serve';
import { bearerToken, isTokenKept } from '@/server/people/sign-in/access-token';
import { mcpAddress, resourceMetadataAddress } from '@/server/programs/mcp/addresses';
import type { McpCaller } from '@/server/programs/mcp/caller';
import { mcpServer } from '@/server/programs/mcp/mcp-server';

const NAME = 'mcp';

/**
 * Serves MCP over stateless streamable HTTP, through what every request of the API goes through. Callers show a token:
 * their own, a service account's, or one that was made for this address by OAuth. Programs that run in a page of another
 * site may call it, too: cookies are not read here.
 */
export async function handleMcp(request: Request): Promise<Response> {
  const response = await serve(
    request,
    {
      name: NAME,
      identify: (incoming) => identifyToken(incoming, mcpAddress()),
      refuse: (refusal, requestId) => withChallenge(request, refusal, refusalResponse(refusal, requestId)),
    },
    async (incoming) => {
      refuseOtherName(request);
      return answer(incoming);
    },
  );
  return readableEverywhere(response);
}

/**
 * Refuses a page that was loaded from this server by a name that isn't ours: someone pointed that name here (DNS
 * rebinding). The page of another site names itself in `Origin`, and us in `Host`.
 */
function refuseOtherName(request: Request): void {
  const origin = request.headers.get('origin');
  if (origin === null || origin === new URL(env().appUrl).origin) return;
  const host = request.headers.get('host');
  if (origin !== `http://${host}` && origin !== `https://${host}`) return;
  throw forbidden(`This page reached Pushboard by another name. Use ${env().appUrl}.`);
}

/** Tells clients without a valid token where they get one (RFC 9728). */
function withChallenge(request: Request, refusal: AppError, response: Response): Response {
  if (refusal.code !== 'not_signed_in') return response;
  const error = request.headers.has('authorization') ? 'error="invalid_token", ' : '';
  response.headers.set('WWW-Authenticate', `Bearer ${error}resource_metadata="${resourceMetadataAddress()}"`);
  return response;
}

function personOf(actor: Actor): Person {
  if (actor.kind === 'signedOut' || actor.through?.kind !== 'token') throw notSignedIn();
  return actor;
}

/** A token can end while a call waits for a person. */
async function identifyAgain(request: Request): Promise<Person> {
  const actor = await identifyToken(request, mcpAddress());
  if (actor.kind === 'person') return actor;
  throw new AppError('not_signed_in', 'The token was revoked, renewed, or has expired. Nothing was run.');
}

async function answer(incoming: Incoming): Promise<Response> {
  const { request, audit, log, release, requestId } = incoming;
  if (incoming.actor.kind === 'signedOut') refuseUnknownToken(request, { permission: { needs: 'signedIn' } });
  const actor = personOf(incoming.actor);
  const id = actor.through?.kind === 'token' ? actor.through.id : '';
  const token = bearerToken(request.headers.get('authorization')) ?? '';
  const left = new AbortController();
  const caller: McpCaller = {
    actor,
    audit,
    log,
    signal: AbortSignal.any([request.signal, left.signal]),
    isStillAccepted: () => isTokenKept(id),
    onTokenEnd: (orgId, end) => watchSession(token, orgId, end),
    identifyAgain: () => identifyAgain(request),
  };
  const handler = createMcpHandler(() => mcpServer(caller), {
    maxRequestBodySize: MAX_BODY_BYTES,
    // Each request lists the tools itself, so there is nothing to subscribe to.
    maxSubscriptions: 1,
    onerror: (error) => log.info({ err: error }, 'An MCP message was refused'),
  });
  const body = request.body === null ? null : await boundedBytes(incoming, MAX_BODY_BYTES);
  if (body !== null) refuseDeep(body.toString('utf8'));
  const sent = body === null ? null : withExactArguments(body);
  const response = await handler.fetch(new Request(request, { body: sent }), {
    authInfo: { token: '', clientId: id, scopes: [] },
  });
  return releasedAtEnd(response, requestId, release, () => left.abort());
}

/**
 * A call with arguments as our programs hold them, whose numbers the library would round. Some clients send null for the
 * arguments of a tool without any, which the library refuses.
 */
function withExactArguments(body: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const call = toolCall.safeParse(jsonOf(body.toString('utf8')));
  if (!call.success) return body;
  const { params, ...rest } = call.data;
  const { arguments: given, ...others } = params;
  const exact = given === null ? {} : { arguments: given };
  return Buffer.from(
    JSON.stringify({ ...withPlainNumbers(rest), params: { ...withPlainNumbers(others), ...exact } }),
  );
}

const toolCall = z.looseObject({
  method: z.literal('tools/call'),
  params: z.looseObject({ arguments: z.unknown() }),
});

function jsonOf(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return null;
  }
}

/** Gives the place of a request back when its response has been sent, or nobody reads it anymore. */
function releasedAtEnd(
  { body, status, headers }: Response,
  requestId: string,
  release: () => void,
  onLeave: () => void,
): Response {
  const own = new Headers(headers);
  own.set('X-Request-Id', requestId);
  own.set('Cache-Control', 'no-store');
  if (own.get('content-type')?.startsWith('text/event-stream')) own.set('X-Accel-Buffering', 'no');
  if (body === null) {
    release();
    return new Response(null, { status, headers: own });
  }
  const reader = body.getReader();
  const released = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        release();
        throw error;
      });
      if (!done) {
        controller.enqueue(value);
        return;
      }
      release();
      controller.close();
    },
    async cancel(reason) {
      release();
      onLeave();
      await reader.cancel(reason);
    },
  });
  return new Response(released, { status, headers: own });
}
