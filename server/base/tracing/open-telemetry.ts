import {
  type Context,
  context,
  DiagLogLevel,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { commit } from '@/lib/base/build';
import { log } from '@/server/base/log';
import { noteFault } from '@/server/base/outside/troubles';
import type { Span, SpanStart, Tracing } from '@/server/base/tracing/span';

const kinds: Readonly<Record<SpanStart['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
};

const propagator = new W3CTraceContextPropagator();

/**
 * Sends spans to OTEL_EXPORTER_OTLP_ENDPOINT. The SDK reads the other OTEL_ variables itself.
 *
 * The provider isn't registered for the whole process: the framework would trace pages with it, whose addresses hold
 * values of runs.
 */
export function createTracing(service: string): Tracing {
  tellOfTrouble();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': `pushboard-${service}`, ...versionOf(commit.hash) }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('pushboard');
  return {
    during({ name, kind, attributes = {}, parent }, work) {
      return tracer.startActiveSpan(
        name,
        { kind: kinds[kind], attributes },
        contextOf(parent),
        async (span) => {
          const fail = (message: string) => void span.setStatus({ code: SpanStatusCode.ERROR, message });
          const own: Span = { set: (more) => void span.setAttributes(more), fail };
          try {
            return await work(own);
          } catch (error) {
            // Its message may hold values.
            fail(error instanceof Error ? error.name : 'Error');
            throw error;
          } finally {
            span.end();
          }
        },
      );
    },
    past({ name, kind, attributes = {}, parent }, startTime, endTime) {
      // As dates: the SDK takes numbers from before its process started for offsets.
      const options = { kind: kinds[kind], attributes, startTime };
      tracer
        .startSpan(name, options, contextOf(parent))
        .end(new Date(Math.max(startTime.getTime(), endTime.getTime())));
    },
    current() {
      if (trace.getActiveSpan() === undefined) return null;
      const carrier: { traceparent?: string } = {};
      propagator.inject(context.active(), carrier, defaultTextMapSetter);
      return carrier.traceparent ?? null;
    },
    flush: () => provider.forceFlush(),
  };
}

/** The context that a span belongs to. What isn't a `traceparent` counts as none. */
function contextOf(parent: string | null | undefined): Context {
  if (parent === undefined) return context.active();
  return propagator.extract(ROOT_CONTEXT, { traceparent: parent ?? undefined }, defaultTextMapGetter);
}

const versionOf = (hash: string | null) => (hash === null ? {} : { 'service.version': hash });

/** Traces that can't be sent are lost, which the log says. */
function tellOfTrouble(): void {
  const warn = (message: string) => {
    log().warn({ problem: message }, 'Traces could not be sent');
    noteFault('traces', new Error(message));
  };
  const nothing = () => {};
  diag.setLogger(
    { error: warn, warn, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
