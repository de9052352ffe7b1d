import { connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** The authority that signed `serverCertificate`, for `localhost`, until 2120. Neither is used outside tests. */
export const testAuthority = `-----BEGIN CERTIFICATE-----
MIIBWzCCAQGgAwIBAgIBATAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFQdXNoYm9h
cmQgdGVzdCBDQTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowHDEa
MBgGA1UEAwwRUHVzaGJvYXJkIHRlc3QgQ0EwWTATBgcqhkjOPQIBBggqhkjOPQMB
BwNCAARveWbZksAQpVGKS5Nb/zjlv5Nf4ntF4EqCPWGfSKVGoqgu/t8lwFm+J4S+
xaSkF1dX4BPJAhugxtGnMHyXe71PozIwMDAPBgNVHRMBAf8EBTADAQH/MB0GA1Ud
DgQWBBSYk0UBd+4EPOUC4idZq6PSGC2uzjAKBggqhkjOPQQDAgNIADBFAiAwtMuq
XEdej9hc+HrgVoBIUlxtaJ/D8f272GhYbpiKmAIhAO3Z1knkqcFl/kBzOHG5HZpG
WwBS2U3P7vxohVZwBpSr
-----END CERTIFICATE-----
`;

export const serverCertificate = `-----BEGIN CERTIFICATE-----
MIIBejCCAR+gAwIBAgIBAjAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFQdXNoYm9h
cmQgdGVzdCBDQTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDES
MBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEZ7Sr
YacCYRo7RoSYOOmvolJWddlLSoMlC3kstN2Z7Damgf84MTr+W+iO940CQKF3oJ10
s2nulGac5xOUKwW1s6NYMFYwFAYDVR0RBA0wC4IJbG9jYWxob3N0MB0GA1UdDgQW
BBSzqqO2cCnW5DJt3pq4nqLg/sGAbTAfBgNVHSMEGDAWgBSYk0UBd+4EPOUC4idZ
q6PSGC2uzjAKBggqhkjOPQQDAgNJADBGAiEA5HgcMuwE5SB1+SjNb03rPWMy6tbu
n4EEJDrVc7ssYX8CIQDYfoulze32SyQT/BJ8mVDFpNF8YbC8+i6YscJtYQ9Ofw==
-----END CERTIFICATE-----
`;

export const serverKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKd2Ey/IOqM3dWird
SndvzdhcgDhXysZ043RHFIUpQA6hRANCAARntKthpwJhGjtGhJg46a+iUlZ12UtK
gyULeSy03ZnsNqaB/zgxOv5b6I73jQJAoXegnXSzae6UZpznE5QrBbWz
-----END PRIVATE KEY-----
`;

/** A Postgres that offers TLS: answers the protocol's SSLRequest, and passes what is inside on to a server. */
export interface TlsDouble {
  port: number;
  /** How many sessions came with TLS, and how many without. */
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
  // Whichever side goes first, the other goes too.
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('error', () => one.destroy());
    one.on('close', () => other.destroy());
    one.pipe(other);
  }
}
