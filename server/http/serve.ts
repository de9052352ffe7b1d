import type { Actor } from '@/lib/access/vocabulary';
import type { AuditSource } from '@/server/access/audit';
import type { AppError } from '@/server/base/errors';
import { ids } from '@/server/base/ids';
import { type Log, log as processLog } from '@/server/base/log';
import { callerName } from '@/server/base/outside/caller-network';
import { traced } from '@/server/base/tracing/tracing';
import { countRequest } from '@/server/http/limits/concurrent-requests';
import { type LimitKind, limitRate } from '@/server/http/limits/rate-limit';
import { limitSignIn } from '@/server/http/limits/sign-in-attempts';
import { auditRefusal } from '@/server/http/requests/audit-refusals';
import { refuseForeignHost } from '@/server/http/requests/identify';
import { explainNotFound } from '@/server/http/responses/explain-not-found';
import { asRefusal, logRefusal } from '@/server/http/responses/refusal';

/** A kind of request, as far as what every request goes through depends on it. */
export interface Door {
  /** What logs and audit rows call it: an operation's id. */
  name: string;
  /** The organization in the path. */
  orgId?: string | undefined;
  limit?: LimitKind;
  identify(request: Request): Promise<Actor>;
  /** The response for anything thrown. */
  refuse(refusal: AppError, requestId: string): Response;
}

/** A request whose caller is known and within the limits. */
export interface Incoming {
  request: Request;
  requestId: string;
  actor: Actor;
  /** Who limits count it against: the person, or the address of a caller who hasn't signed in. */
  caller: string;
  audit: AuditSource;
  log: Log;
  /** Call this when nothing more is done for the request: a stream continues after its response began. */
  release: () => void;
  /** Functions that `release` calls. */
  places: (() => void)[];
}

/**
 * What every request to the server goes through, whatever it asks for: a known host, a caller, the rate limits, and a
 * place among those that are being answered. Anything thrown becomes a refusal with a request id, one log line, and an
 * audit row if a person was refused something.
 */
export function serve(
  request: Request,
  door: Door,
  answer: (incoming: Incoming) => Promise<Response>,
): Promise<Response> {
  const requestId = ids.request();
  const attributes = { 'http.request.method': request.method, 'pushboard.request_id': requestId };
  const parent = request.headers.get('traceparent');
  return traced({ name: door.name, kind: 'server', attributes, parent }, async (span) => {
    const response = await serveNow(request, requestId, door, answer);
    span.set({ 'http.response.status_code': response.status });
    if (response.status >= 500) span.fail(String(response.status));
    return response;
  });
}

async function serveNow(
  request: Request,
  requestId: string,
  door: Door,
  answer: (incoming: Incoming) => Promise<Response>,
): Promise<Response> {
  const startedAtMs = performance.now();
  let log: Log = processLog().child({ request: requestId, operation: door.name, org: door.orgId });
  let actor: Actor = { kind: 'signedOut' };
  // One address, which the caller can't choose: see `noteClientAddresses`.
  const address = request.headers.get('x-forwarded-for');
  const auditSource = (): AuditSource => ({
    actorUserId: actor.kind === 'person' ? actor.userId : null,
    requestId,
    address,
    userAgent: request.headers.get('user-agent'),
  });
  const places: (() => void)[] = [];
  const release = () => {
    for (const giveBack of places) giveBack();
  };
  try {
    refuseForeignHost(request.headers.get('host'));
    actor = await door.identify(request);
    if (actor.kind === 'person') log = log.child({ user: actor.userId });
    if (door.limit === 'signIn') await limitSignIn(address);
    else limitRate(door.limit ?? 'person', actor.kind === 'person' ? actor.userId : null, address);
    const caller = callerName(actor.kind === 'person' ? actor.userId : null, address);
    places.push(countRequest(caller));
    const audit = auditSource();
    const response = await answer({ request, requestId, actor, caller, audit, log, release, places });
    log.info({ status: response.status, ms: Math.round(performance.now() - startedAtMs) }, 'answered');
    return response;
  } catch (thrown) {
    release();
    const refusal = await reportRefusal(thrown, {
      actor,
      audit: auditSource(),
      log,
      orgId: door.orgId ?? null,
      name: door.name,
    });
    return door.refuse(refusal, requestId);
  }
}

/** Logs what was thrown, and records whom it refused what. Returns it as an error that may be shown. */
export async function reportRefusal(
  thrown: unknown,
  {
    actor,
    audit,
    log,
    orgId,
    name,
  }: Pick<Incoming, 'actor' | 'audit' | 'log'> & { orgId: string | null; name: string },
): Promise<AppError> {
  const refusal = await explainNotFound(asRefusal(thrown), actor, orgId);
  logRefusal(log, refusal);
  if (actor.kind === 'person') {
    await auditRefusal(actor, audit, orgId, name, refusal).catch((error) =>
      log.error({ err: error }, 'A refused request could not be audited'),
    );
  }
  return refusal;
}
