import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A TCP server that takes any bytes, and responds as a test says. */
export interface RawDouble {
  origin: string;
  /** The bytes of each connection, as latin1 text. */
  received: string[];
  /** Resolves when the other side has closed a connection. */
  closed: Promise<void>;
  close(): Promise<void>;
}

export const emptyAnswer = 'HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n';

/** Whether a request is complete, by its own length. */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? '0';
  return text.length >= end + 4 + Number(length);
}

/** @param answer called once a whole request has arrived; the returned text is sent, and the connection closed. */
export async function startRawDouble(
  answer: (request: string, socket: Socket) => string | Buffer | null = () => emptyAnswer,
): Promise<RawDouble> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  let tellClosed = (): void => {};
  const closed = new Promise<void>((resolve) => {
    tellClosed = resolve;
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    const index = received.push('') - 1;
    let isAnswered = false;
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      tellClosed();
    });
    socket.on('data', (data) => {
      const text = (received[index] ?? '') + data.toString('latin1');
      received[index] = text;
      if (isAnswered || !isWhole(text)) return;
      isAnswered = true;
      const bytes = answer(text, socket);
      if (bytes !== null) socket.end(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    closed,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
