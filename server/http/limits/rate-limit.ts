import { clock } from '@/server/base/clock';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { callerName } from '@/server/base/outside/caller-network';
import { processWide } from '@/server/base/process-wide';
import { shareOf } from '@/server/http/limits/web-processes';

/** Which allowance a request takes from: that of requests, of large documents, of attempts to sign in, or of checks. */
export type LimitKind = 'person' | 'document' | 'signIn' | 'diagnostics';

interface Rate {
  perSecond: number;
  burst: number;
}

/** Sending a megabyte takes as long as answering about ten small requests. */
const REQUESTS_PER_DOCUMENT = 10;

/** Who has not called for this long is forgotten: their allowance is full again anyway. */
const FORGET_AFTER_MS = 10 * 60 * 1000;

/**
 * An allowance per caller that refills steadily up to a burst. It is kept per process, because a look into the database on
 * every request would cost as much as the request. Each web process allows its share.
 */
class Allowances {
  private readonly kept = new Map<string, { left: number; atMs: number }>();
  private sweptAtMs = 0;

  /** Takes one, or answers how many seconds until there is one. */
  take(caller: string, rate: Rate): number {
    const nowMs = clock.nowMs();
    this.sweep(nowMs);
    const kept = this.kept.get(caller) ?? { left: rate.burst, atMs: nowMs };
    const left = Math.min(rate.burst, kept.left + (Math.max(0, nowMs - kept.atMs) / 1000) * rate.perSecond);
    if (left < 1) {
      this.kept.set(caller, { left, atMs: nowMs });
      return (1 - left) / rate.perSecond;
    }
    this.kept.set(caller, { left: left - 1, atMs: nowMs });
    return 0;
  }

  private sweep(nowMs: number): void {
    if (nowMs - this.sweptAtMs < FORGET_AFTER_MS) return;
    this.sweptAtMs = nowMs;
    for (const [caller, { atMs }] of this.kept) {
      if (nowMs - atMs > FORGET_AFTER_MS) this.kept.delete(caller);
    }
  }
}

/**
 * Throws 429 with the time to wait when the caller has used up the limit.
 *
 * @param userId null for a caller who is signed out, and is known by the network alone
 */
export function limitRate(kind: LimitKind, userId: string | null, address: string | null): void {
  const allowances = processWide('allowances', () => new Allowances());
  const caller = callerName(kind === 'signIn' ? null : userId, address);
  refuseAt(allowances.take(`${kind} ${caller}`, rateOf(kind)));
}

function rateOf(kind: LimitKind): Rate {
  switch (kind) {
    case 'person':
      return shared({ perSecond: env().requestsPerSecond, burst: env().requestBurst });
    case 'document':
      return shared({
        perSecond: env().requestsPerSecond / REQUESTS_PER_DOCUMENT,
        burst: env().requestBurst / REQUESTS_PER_DOCUMENT,
      });
    case 'signIn':
      // Not a share: all processes count together in the database, and this only keeps floods away from it.
      return perMinute(env().signInAttemptsPerMinute);
    case 'diagnostics':
      return shared(perMinute(env().diagnosticsPerMinute));
  }
}

const perMinute = (count: number): Rate => ({ perSecond: count / 60, burst: count });

/** A burst of less than one would never let anything through. */
const shared = ({ perSecond, burst }: Rate): Rate => ({
  perSecond: shareOf(perSecond),
  burst: Math.max(1, shareOf(burst)),
});

/** The same for the signed deliveries to a webhook: a sender in a loop doesn't fill the line. */
export const limitWebhook = (webhookId: number): void => limitDeliveries(`webhook ${webhookId}`);

/** The same for the pushes to the source of a connection. */
export const limitPushes = (credentialId: number): void => limitDeliveries(`pushes ${credentialId}`);

function limitDeliveries(receiver: string): void {
  const allowances = processWide('allowances', () => new Allowances());
  refuseAt(allowances.take(receiver, shared(perMinute(env().webhookDeliveriesPerMinute))));
}

/** Throws 429 if there is a time to wait. */
export function refuseAt(waitSeconds: number): void {
  if (waitSeconds > 0) {
    throw new AppError('too_many_requests', 'Too many requests. Wait a moment, then try again.', {
      retryAfterSeconds: Math.ceil(waitSeconds),
    });
  }
}
