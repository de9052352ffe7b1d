import { z } from 'zod';
import type { Actor } from '@/lib/access/vocabulary';
import type { AnyOperation } from '@/lib/contract/operation';
import { isUnchecked } from '@/server/access/memory/remembered-actors';
import { chunksFromElsewhere, readElsewhere } from '@/server/base/database/replica';
import { AppError } from '@/server/base/errors';
import { openApiDoor } from '@/server/http/doors/api-door';
import { authorize } from '@/server/http/requests/authorize';
import { checkInput, checkParams, rawQuery } from '@/server/http/requests/check-input';
import {
  identify,
  identifyIfPossible,
  identifyToRemember,
  recallOrIdentify,
  refuseUnknownToken,
} from '@/server/http/requests/identify';
import { readJsonBody } from '@/server/http/requests/read-body';
import { readFiles } from '@/server/http/requests/read-files';
import { watchSession } from '@/server/http/requests/stream-sessions';
import { uploadPlaces } from '@/server/http/requests/upload-places';
import { begunResponse, isInTime } from '@/server/http/responses/begun-response';
import { constantJson } from '@/server/http/responses/constant-json';
import { encodeJson } from '@/server/http/responses/encode-response';
import { eventStreamResponse } from '@/server/http/responses/event-stream';
import { fileResponse } from '@/server/http/responses/file-response';
import { jsonResponse } from '@/server/http/responses/json-response';
import { refusalBody, refusalResponse } from '@/server/http/responses/refusal';
import { type Door, type Incoming, reportRefusal, serve } from '@/server/http/serve';
import type { Context, FileDownload, Handler, StreamEvent, UploadedFile } from '@/server/operations/context';
import { once, REPLAYED, type RequestKey, type StoredResponse } from '@/server/operations/idempotency';
import { bearerToken } from '@/server/people/sign-in/access-token';
import { isOperatorSession } from '@/server/people/sign-in/operator/operator-session';
import { sessionToken } from '@/server/people/sign-in/session';

/** The export of a route file for a method. It carries its operation, so that a test can visit all of them. */
export interface RouteHandler {
  (request: Request, context: { params: Promise<Record<string, string> | undefined> }): Promise<Response>;
  operation: AnyOperation;
}

/**
 * The only path from a request to a service function. In this order: identify the caller, limit the rate, authorize,
 * check the input, look for an earlier response, call the function, and encode its result. Anything thrown becomes an
 * error response with a request id, and one log line.
 */
export function route<O extends AnyOperation>(operation: O, handler: Handler<O>): RouteHandler {
  const handle = async (
    request: Request,
    { params }: { params: Promise<Record<string, string> | undefined> },
  ): Promise<Response> => {
    // A path without parameters has no params at all.
    const rawParams = (await params) ?? {};
    // A request that is repeated under its key is decided by what the first one has done.
    const recallsIn =
      operation.recalls && !request.headers.has('idempotency-key') ? (rawParams.orgId ?? null) : null;
    const door: Door = {
      name: operation.id,
      orgId: rawParams.orgId,
      limit: operation.limit ?? 'person',
      identify:
        recallsIn !== null
          ? (identified) => recallOrIdentify(identified, recallsIn)
          : operation.answersWithoutDatabase
            ? identifyIfPossible
            : (identified) => identify(identified),
      refuse: (refusal: AppError, requestId: string) =>
        refusalResponse(refusal, requestId, currentState(operation, refusal)),
    };
    return serve(request, door, async (incoming) => {
      const body: RoutedRequest['body'] = { read: null };
      const decide = (actor: Actor) => {
        const responseHeaders = new Headers({
          'Cache-Control': 'no-store',
          'X-Request-Id': incoming.requestId,
        });
        return answer(operation, handler, { ...incoming, actor, rawParams, responseHeaders, body });
      };
      if (recallsIn === null || !isUnchecked(incoming.actor)) return decide(incoming.actor);
      try {
        return await decide(incoming.actor);
      } catch (thrown) {
        // What was remembered refuses nobody anything: only a statement that has checked it decides.
        if (!isUnchecked(incoming.actor)) throw thrown;
        return decide(await identifyToRemember(request, recallsIn));
      }
    });
  };
  openApiDoor(operation, handle);
  return Object.assign(handle, { operation });
}

/** The current state in a conflict's response, in the wire form of the operation's own response. */
function currentState({ answer }: AnyOperation, { current }: AppError): unknown {
  return current === undefined || answer.kind !== 'json' ? undefined : z.encode(answer.schema, current);
}

interface RoutedRequest extends Incoming {
  rawParams: Record<string, string>;
  responseHeaders: Headers;
  /** Its body, which is read once, however often the request is decided. */
  body: { read: Promise<unknown> | null };
}

async function answer<O extends AnyOperation>(
  operation: O,
  handler: Handler<O>,
  incoming: RoutedRequest,
): Promise<Response> {
  const { request, rawParams, actor, responseHeaders, release } = incoming;
  const raw = {
    params: rawParams,
    query: rawQuery(new URL(request.url).searchParams),
    body: undefined as unknown,
  };
  let files: readonly UploadedFile[] = [];
  const readUpload = async () => {
    incoming.places.push(uploadPlaces().admit(rawParams.orgId ?? '', incoming.caller));
    const upload = await readFiles(incoming);
    files = upload.files;
    return upload.fields;
  };
  const readBody = () => {
    incoming.body.read ??=
      request.method === 'GET'
        ? Promise.resolve(undefined)
        : operation.files
          ? readUpload()
          : readJsonBody(incoming);
    return incoming.body.read;
  };
  const isOperator = isOperatorSession(request.headers.get('cookie'));
  if (actor.kind === 'signedOut') refuseUnknownToken(request, operation);
  if (actor.kind === 'signedOut' && !isOperator) await authorizeSignedOut(operation, actor);
  const params = checkParams(operation, raw);
  const subject = await authorize(operation, actor, params as { orgId?: string }, readBody, isOperator).catch(
    async (refusal) => {
      // Without the id of its subject, a body has more that is wrong: all of it is said at once.
      if (refusal instanceof AppError && refusal.code === 'invalid')
        checkInput(operation, { ...raw, body: await readBody() });
      throw refusal;
    },
  );
  raw.body = await readBody();
  const { query, body } = checkInput(operation, raw);
  refuseOtherOrg(rawParams.orgId, body);

  // The permission's type says what `authorize` loaded and which actors it lets through; see Context.
  const context = {
    actor,
    subject,
    params,
    query,
    body,
    files,
    audit: incoming.audit,
    log: incoming.log,
    signal: request.signal,
    requestHeaders: request.headers,
    responseHeaders,
    key: null,
  } as unknown as Context<O>;

  const { answer: declared } = operation;
  if (declared.kind === 'events' || declared.kind === 'file') {
    // Nobody reads the body of a response to HEAD, so its generator would never end.
    if (request.method === 'HEAD') {
      release();
      return new Response(null, { headers: responseHeaders });
    }
    if (declared.kind === 'file') {
      const file = (await handler(context)) as FileDownload;
      const chunks = operation.readsHistory ? chunksFromElsewhere(file.chunks) : file.chunks;
      return fileResponse({ ...file, chunks }, responseHeaders, release);
    }
    const streamOver = new AbortController();
    const signal = AbortSignal.any([request.signal, streamOver.signal]);
    const events = (await handler({ ...context, signal })) as AsyncIterable<StreamEvent>;
    const watch = endWithSession(request, actor, rawParams.orgId ?? null);
    return eventStreamResponse(events, responseHeaders, watch, () => {
      streamOver.abort();
      release();
    });
  }
  const work = async (key: RequestKey | null) => {
    if (declared.kind === 'json' && declared.isConstant) {
      const body = await constantJson(operation, () => handler(context), responseHeaders);
      return { status: declared.status, body };
    }
    const handle = async () => handler({ ...context, key });
    const result = await (operation.readsHistory ? readElsewhere(handle) : handle());
    if (declared.kind === 'nothing') return { status: 204, body: Buffer.of() };
    const status = declared.isAccepted?.(result) ? 202 : declared.status;
    return { status, body: encodeJson(declared.schema, result) };
  };
  const workOnce = async (key: RequestKey): Promise<StoredResponse> => {
    const { status, body } = await work(key);
    return { status, body: body.toString() };
  };
  const key = operation.idempotent ? request.headers.get('idempotency-key') : null;
  const answered =
    key !== null && actor.kind === 'person'
      ? once(
          { userId: actor.userId, key },
          { operationId: operation.id, params: rawParams, body: raw.body },
          workOnce,
          request.signal,
          () => responseHeaders.set(REPLAYED, 'true'),
        )
      : work(null);
  if (operation.waits && !(await isInTime(answered))) {
    return begunResponse(
      answered.then(({ body }) => body),
      responseHeaders,
      { bodyOfFailure: (thrown) => lateRefusal(operation, thrown, incoming), release },
    );
  }
  const stored = await answered;
  release();
  if (stored.status === 204) return new Response(null, { status: 204, headers: responseHeaders });
  return jsonResponse(stored.body, stored.status, responseHeaders);
}

/** The body of a refusal whose response has begun. */
async function lateRefusal(
  operation: AnyOperation,
  thrown: unknown,
  incoming: RoutedRequest,
): Promise<string> {
  const orgId = incoming.rawParams.orgId ?? null;
  const refusal = await reportRefusal(thrown, { ...incoming, orgId, name: operation.id });
  return JSON.stringify(refusalBody(refusal, incoming.requestId, currentState(operation, refusal)));
}

/**
 * A stream ends with the session or the token that opened it, or when its organization is closed to that. The demo header has
 * neither.
 */
function endWithSession(
  { headers }: Request,
  actor: Actor,
  orgId: string | null,
): (end: () => void) => () => void {
  const way = actor.kind === 'person' ? actor.through?.kind : undefined;
  const token =
    way === 'session'
      ? sessionToken(headers.get('cookie'))
      : way === 'token'
        ? bearerToken(headers.get('authorization'))
        : null;
  return (end) => (token === null ? () => {} : watchSession(token, orgId, end));
}

/** 401 takes precedence over the 404 of a malformed path: a signed-out caller learns nothing about either. */
async function authorizeSignedOut(operation: AnyOperation, actor: Actor): Promise<void> {
  const { permission } = operation;
  if (
    permission.needs === 'nothing' ||
    (permission.needs === 'command' && permission.action === 'command.see')
  ) {
    return;
  }
  await authorize(operation, actor, {}, async () => undefined);
}

/** The documents repeat the organization in some bodies; it must be the one in the path. */
function refuseOtherOrg(orgInPath: string | undefined, body: unknown): void {
  if (orgInPath === undefined || typeof body !== 'object' || body === null || !('orgId' in body)) return;
  if (body.orgId === undefined || body.orgId === orgInPath) return;
  throw new AppError('invalid', 'The organization in the body is not the one in the path.', {
    issues: [{ path: 'orgId', message: 'Must be the organization in the path' }],
  });
}
