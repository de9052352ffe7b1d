import { env } from '@/server/base/env';
import { log } from '@/server/base/log';
import { noteFault } from '@/server/base/outside/troubles';
import { processWide } from '@/server/base/process-wide';
import type { Span, SpanStart, Tracing } from '@/server/base/tracing/span';
import { withinTime } from '@/server/base/waiting/within-time';

/** A process that ends doesn't wait for a collector that is down. */
const FLUSH_MS = 3000;

const ignored: Span = { set() {}, fail() {} };

const holder = () => processWide('tracing', (): { tracing: Tracing | null } => ({ tracing: null }));

/**
 * Sends traces to the collector of the configuration from now on. Without one it does nothing, and the packages for it
 * aren't even loaded.
 */
export async function startTracing(service: 'web' | 'worker'): Promise<void> {
  if (env().otlpEndpoint === undefined) return;
  const { createTracing } = await import('@/server/base/tracing/open-telemetry');
  holder().tracing ??= createTracing(service);
}

/** Sends what was not sent yet, and gives up soon. Call it before the process ends. */
export async function flushTracing(): Promise<void> {
  const { tracing } = holder();
  if (tracing === null) return;
  await withinTime(tracing.flush(), FLUSH_MS).catch((error) => {
    log().warn({ err: error }, 'The last traces could not be sent');
    noteFault('traces', error);
  });
}

/** Does the work in a span. Whatever it throws is thrown on, and marks the span as failed. */
export function traced<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
  const { tracing } = holder();
  return tracing === null ? work(ignored) : tracing.during(start, work);
}

/** Records work that is over, such as waiting. */
export function tracePast(start: SpanStart, startedAt: Date, endedAt: Date): void {
  holder().tracing?.past(start, startedAt, endedAt);
}

/** What continues the current trace elsewhere, in the format of the header `traceparent`; null outside of one. */
export const currentTrace = (): string | null => holder().tracing?.current() ?? null;
