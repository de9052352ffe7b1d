import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepConnections } from '../app/keep-connections';

/** An API on loopback that responds as a test says. */
export interface HttpDouble {
  origin: string;
  /** The requests in order: `GET /path`. */
  received: string[];
  close(): Promise<void>;
}

export async function startHttpDouble(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<HttpDouble> {
  const received: string[] = [];
  const server = createServer(keepConnections, (request, response) => {
    received.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
