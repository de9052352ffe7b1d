import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What is done to the bytes of a server, at a share of all that it sends. */
export interface Mangling {
  /** Which of the pieces that the server sends is changed. */
  piece: number;
  /** Where in the piece, from 0 to 1. */
  at: number;
  how: 'flip' | 'drop' | 'repeat' | 'insert' | 'end' | 'flood';
  byte: number;
}

/** After bytes that were changed, a client may wait for more forever: the connection ends when nothing moves. */
const quietMs = 40;
const floodBytes = 200_000;

export interface Mangler {
  port: number;
  origin: string;
  open(): number;
  /** How the next connections are changed, in order. */
  use(manglings: readonly Mangling[]): void;
  close(): Promise<void>;
}

/** Stands between a client and a server, and changes what the server says. */
export async function startMangler(port: number): Promise<Mangler> {
  const sockets = new Set<Socket>();
  let manglings: readonly Mangling[] = [];
  const server = createServer((client) => {
    const upstream = connect({ host: '127.0.0.1', port });
    let pieces = 0;
    let quiet: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(quiet);
      client.destroy();
      upstream.destroy();
    };
    const moved = (): void => {
      clearTimeout(quiet);
      quiet = setTimeout(end, quietMs * 10);
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('end', end);
      socket.on('close', () => sockets.delete(socket));
    }
    moved();
    client.on('data', (bytes: Buffer) => {
      moved();
      upstream.write(bytes);
    });
    upstream.on('data', (bytes: Buffer) => {
      moved();
      const own = manglings.filter(({ piece }) => piece === pieces);
      pieces += 1;
      const changed = own.reduce(mangled, bytes);
      client.write(changed);
      if (own.some(({ how }) => how === 'end')) client.end();
      if (own.length > 0) quiet = setTimeout(end, quietMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = (server.address() as AddressInfo).port;
  return {
    port: own,
    origin: `http://127.0.0.1:${own}`,
    open: () => sockets.size,
    use: (next) => {
      manglings = next;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function mangled(bytes: Buffer, { at, how, byte }: Mangling): Buffer {
  const index = Math.min(bytes.length - 1, Math.floor(at * bytes.length));
  const [before, after] = [bytes.subarray(0, index), bytes.subarray(index)];
  switch (how) {
    case 'flip':
      return Buffer.concat([before, Buffer.from([byte]), after.subarray(1)]);
    case 'drop':
      return Buffer.concat([before, after.subarray(1 + (byte % 16))]);
    case 'repeat':
      return Buffer.concat([before, after, after]);
    case 'insert':
      return Buffer.concat([before, Buffer.alloc(1 + (byte % 64), byte), after]);
    case 'end':
      return before;
    case 'flood':
      return Buffer.concat([before, Buffer.alloc(floodBytes, byte)]);
  }
}
