import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** How a connection breaks: the code that the client is told, or none where the socket is only closed. */
export interface Cut {
  code: string | null;
  /** Which statement it breaks at, counted from 1. */
  statement: number;
  /** Whether the server executes the statement, and only its response is lost. */
  isExecuted: boolean;
  /** How many logins are refused with the same code afterward. */
  logins: number;
}

/** Stands in front of a Postgres server as a pooler does, and breaks connections at a chosen statement. */
export interface CuttingPooler {
  port: number;
  cutAt(cut: Cut): void;
  /** Lets everything pass again. Returns whether a connection was broken since `cutAt`. */
  heal(): boolean;
  /** Says nothing anymore, and keeps every connection open, as a server that hangs; or goes on. */
  setSilent(isSilent: boolean): void;
  /** Keeps statements with this text from the server, which then never answers them; null for none. */
  withhold(text: string | null): void;
  close(): Promise<void>;
}

/** Types of messages that end a statement: a simple query, and the end of an extended one. */
const STATEMENT_ENDS = new Set(['Q', 'S'].map((letter) => letter.charCodeAt(0)));

export async function startCuttingPooler(databaseUrl: string): Promise<CuttingPooler> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let cut: Cut | null = null;
  let seen = 0;
  let refusals = 0;
  let refusedWith: string | null = null;
  let hasCut = false;
  let isSilent = false;
  let withheld: string | null = null;

  const breakWith = (client: Socket, code: string | null): void => {
    if (code === null) client.resetAndDestroy();
    else client.end(fatal(code));
  };

  const server = createServer((client) => {
    sockets.add(client);
    client.on('close', () => sockets.delete(client));
    client.on('error', () => client.destroy());
    if (refusals > 0) {
      refusals -= 1;
      client.once('data', () => breakWith(client, refusedWith));
      return;
    }
    const upstream = connect({ host: hostname, port: Number(port) });
    sockets.add(upstream);
    if (isSilent) client.pause();
    upstream.on('error', () => client.destroy());
    upstream.on('close', () => {
      sockets.delete(upstream);
      client.end();
    });
    client.on('close', () => upstream.end());
    let isMute = false;
    upstream.on('data', (bytes: Buffer) => {
      if (!isMute) client.write(bytes);
    });
    const messages = new FrontendMessages();
    client.on('data', (bytes: Buffer) => {
      for (const message of messages.read(bytes)) {
        if (isMute) return;
        if (withheld !== null && message.bytes.includes(withheld)) return;
        if (STATEMENT_ENDS.has(message.type) && cut !== null) seen += 1;
        if (cut === null || seen < cut.statement || !STATEMENT_ENDS.has(message.type)) {
          upstream.write(message.bytes);
          continue;
        }
        isMute = true;
        const { code, isExecuted, logins } = cut;
        cut = null;
        hasCut = true;
        [refusals, refusedWith] = [logins, code];
        if (!isExecuted) {
          upstream.destroy();
          breakWith(client, code);
          return;
        }
        // The server is done once it has responded.
        upstream.once('data', () => breakWith(client, code));
        upstream.write(message.bytes);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cutAt: (next) => {
      [cut, seen, hasCut, refusals] = [next, 0, false, 0];
    },
    heal: () => {
      [cut, refusals] = [null, 0];
      return hasCut;
    },
    setSilent: (next) => {
      isSilent = next;
      for (const socket of sockets) {
        if (isSilent) socket.pause();
        else socket.resume();
      }
    },
    withhold: (text) => {
      withheld = text;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The messages that a client sends, of which the first of a connection has no type. */
class FrontendMessages {
  private rest = Buffer.alloc(0);
  private isStarted = false;

  *read(bytes: Buffer): Generator<{ type: number; bytes: Buffer }> {
    this.rest = Buffer.concat([this.rest, bytes]);
    for (;;) {
      const head = this.isStarted ? 1 : 0;
      if (this.rest.length < head + 4) return;
      const length = head + this.rest.readUInt32BE(head);
      if (this.rest.length < length) return;
      const message = this.rest.subarray(0, length);
      this.rest = this.rest.subarray(length);
      const type = this.isStarted ? (message[0] ?? 0) : 0;
      this.isStarted = true;
      yield { type, bytes: message };
    }
  }
}

/** The message with which a pooler or a server ends a session. */
function fatal(code: string): Buffer {
  const fields = `SFATAL\0VFATAL\0C${code}\0Mserver login has been failing, try again later\0\0`;
  const message = Buffer.alloc(5 + fields.length);
  message.write('E');
  message.writeUInt32BE(4 + fields.length, 1);
  message.write(fields, 5);
  return message;
}
