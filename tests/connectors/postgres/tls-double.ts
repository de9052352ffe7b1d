import { connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { serverCertificate, serverKey } from '../../support/doubles/certificates';

/** A Postgres that offers TLS: handles the protocol's SSLRequest, and forwards the rest to a server. */
export interface TlsDouble {
  port: number;
  /** How many sessions used TLS, and how many didn't. */
  seen: { tls: number; plain: number };
  stop(): Promise<void>;
}

export async function startTlsDouble(target: { host: string; port: number }): Promise<TlsDouble> {
  const seen = { tls: 0, plain: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('data', (first) => {
      socket.pause();
      if (first.length === 8 && first.readInt32BE(4) === sslRequestCode) {
        seen.tls += 1;
        socket.write('S');
        const secure = new TLSSocket(socket, { isServer: true, cert: serverCertificate, key: serverKey });
        join(secure, target);
      } else {
        seen.plain += 1;
        socket.unshift(first);
        join(socket, target);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    seen,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const sslRequestCode = 80877103;

function join(near: Socket, target: { host: string; port: number }): void {
  const far = connect(target);
  // If either side ends, the other does too.
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('error', () => one.destroy());
    one.on('close', () => other.destroy());
    one.pipe(other);
  }
}
