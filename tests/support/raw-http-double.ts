import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A TCP server that takes whatever comes byte for byte, and answers as a test says. */
export interface RawDouble {
  origin: string;
  /** What each connection sent, as latin1 text. */
  received: string[];
  /** Resolves when a connection was closed by the other side. */
  closed: Promise<void>;
  close(): Promise<void>;
}

export const emptyAnswer = 'HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n';

/** Whether a request is here to its last byte, as its own length says. */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? '0';
  return text.length >= end + 4 + Number(length);
}

/** @param answer called once a whole request is here; the text it answers is sent and the connection ended. */
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
