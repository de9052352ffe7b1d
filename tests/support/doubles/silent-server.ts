import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A server that accepts connections, and says only what a test makes it say. */
export interface SilentServer {
  port: number;
  origin: string;
  /** Resolves when a client has connected. */
  reached: Promise<void>;
  /** How many connections came in all, and how many are open. */
  accepted(): number;
  open(): number;
  close(): Promise<void>;
}

/** @param onConnection speaks to a client; without it, no byte is ever sent */
export async function startSilentServer(onConnection?: (socket: Socket) => void): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  let tellReached = (): void => {};
  const reached = new Promise<void>((resolve) => {
    tellReached = resolve;
  });
  const server = createServer((socket) => {
    accepted += 1;
    tellReached();
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    if (onConnection === undefined) socket.resume();
    else onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    reached,
    accepted: () => accepted,
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
