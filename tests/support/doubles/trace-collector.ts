import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as OTLP writes it in JSON. Times are nanoseconds since 1970, as text. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number; message?: string };
}

interface Export {
  resourceSpans: {
    resource: { attributes: ReceivedSpan['attributes'] };
    scopeSpans: { spans: ReceivedSpan[] }[];
  }[];
}

/** A collector that takes OTLP over HTTP, and keeps what it received. */
export interface TraceCollector {
  url: string;
  /** As it was sent. */
  exports: Export[];
  spans(): ReceivedSpan[];
  close(): void;
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const exports: Export[] = [];
  const server = createServer(async (request, response) => {
    if (request.url !== '/v1/traces') {
      response.writeHead(404).end();
      return;
    }
    exports.push((await json(request)) as Export);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    exports,
    spans: () =>
      exports.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
