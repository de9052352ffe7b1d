import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import { ByteWriter } from './bytes';
import { type Encryption, type Login, preloginResponse, readLogin, readPrelogin } from './login';
import { type Message, PacketWriter, packetType, readMessages } from './packets';
import { Reply } from './reply';
import { readBatch, readRpc, type WireRequest } from './requests';
import { tlsInPackets } from './tls-in-packets';

export interface TdsSession {
  login: Login;
  /** The descriptor of the open transaction; 0 if there is none. */
  transaction: bigint;
}

/** Answers one request. `signal` is aborted when the client sends an attention. */
export type Answer = (
  request: WireRequest,
  reply: Reply,
  session: TdsSession,
  signal: AbortSignal,
) => Promise<void>;

export interface TdsOptions {
  answer: Answer;
  /** Why a login is refused; null if it isn't. */
  refusal?: (login: Login) => { number: number; message: string } | null;
  /** A certificate and its key (PEM): the server then encrypts, and refuses clients that don't. */
  certificate?: { cert: string; key: string };
  /** Whether TLS comes before anything else, as in TDS 8. */
  isStrict?: boolean;
  /** Where it sends clients on after their login, as Azure does. */
  routing?: { host: string; port: number };
}

export interface TdsDouble {
  port: number;
  /** What clients logged in with, and what they asked, in order. */
  logins: Login[];
  requests: WireRequest[];
  /** How many attentions came. */
  attentions(): number;
  /** How many sessions are open. */
  openSessions(): number;
  /** Breaks every open connection. */
  breakConnections(): void;
  close(): Promise<void>;
}

/** A server on loopback that speaks enough of TDS 7.4 for our connector; it runs no SQL of its own. */
export async function startTdsDouble(options: TdsOptions): Promise<TdsDouble> {
  const logins: Login[] = [];
  const requests: WireRequest[] = [];
  const sockets = new Set<Socket>();
  let attentions = 0;
  const server: Server = createServer((socket) => {
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    serve(socket, options, logins, requests, () => {
      attentions += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The double has no port');
  const breakConnections = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    logins,
    requests,
    attentions: () => attentions,
    openSessions: () => sockets.size,
    breakConnections,
    close: () =>
      new Promise((resolve) => {
        breakConnections();
        server.close(() => resolve());
      }),
  };
}

function serve(
  socket: Socket,
  options: TdsOptions,
  logins: Login[],
  requests: WireRequest[],
  onAttention: () => void,
): void {
  const encryption: Encryption = options.certificate === undefined ? 'off' : 'on';
  const transport = options.isStrict ? secured(socket, socket, options) : socket;
  const stop = readMessages(transport, async ({ type, payload }) => {
    if (type !== packetType.prelogin) return void socket.destroy();
    stop();
    const { encrypts, asksForToken } = readPrelogin(payload);
    const writer = new PacketWriter(transport);
    await writer.write(preloginResponse(encryption, asksForToken));
    await writer.end();
    if (options.isStrict || options.certificate === undefined) {
      return talk(transport, options, logins, requests, onAttention);
    }
    if (!encrypts) return void socket.destroy();
    const secure = secured(tlsInPackets(socket), socket, options);
    secure.once('secure', () => talk(secure, options, logins, requests, onAttention));
  });
}

function secured(stream: Duplex, socket: Socket, { certificate }: TdsOptions): TLSSocket {
  const secure = new TLSSocket(stream, {
    isServer: true,
    ALPNProtocols: ['tds/8.0'],
    secureContext: createSecureContext({ ...certificate, maxVersion: 'TLSv1.2' }),
  });
  return secure.on('error', () => socket.destroy());
}

function talk(
  socket: Duplex,
  { answer, refusal, routing }: TdsOptions,
  logins: Login[],
  requests: WireRequest[],
  onAttention: () => void,
): void {
  let session: TdsSession | null = null;
  let running: { done: Promise<void>; controller: AbortController } | null = null;
  const handle = async ({ type, payload, isIgnored, resets }: Message): Promise<void> => {
    const reply = new Reply(new PacketWriter(socket));
    if (type === packetType.attention) {
      onAttention();
      running?.controller.abort();
      await running?.done;
      return reply.end('done', true);
    }
    if (type === packetType.login7) {
      const login = readLogin(payload);
      logins.push(login);
      const refused = refusal?.(login) ?? null;
      if (refused !== null) {
        await reply.message({ ...refused, severity: 14 });
        await reply.end('done');
        return void socket.end();
      }
      session = { login, transaction: 0n };
      await reply.raw(loginAck(login));
      if (routing !== undefined) await reply.raw(routingChange(routing));
      return reply.end('done');
    }
    if (session === null) return void socket.destroy();
    if (isIgnored) return reply.end('done', true);
    const request = type === packetType.rpc ? readRpc(payload) : readBatch(payload);
    requests.push(request);
    if (resets) await reply.environment(18, Buffer.alloc(0));
    const controller = new AbortController();
    const current = session;
    const done = answer(request, reply, current, controller.signal).then(
      () => reply.end(request.kind === 'rpc' ? 'doneProc' : 'done'),
      (error: unknown) => {
        if (!controller.signal.aborted) return fail(reply, error);
        return reply.end('done');
      },
    );
    running = { done, controller };
    await done;
    running = null;
  };
  readMessages(socket, (message) => void handle(message).catch(() => socket.destroy()));
}

/** An answer that throws is an error of the server, so that a test sees it. */
async function fail(reply: Reply, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  await reply.message({ message, severity: 16, number: 50000 });
  await reply.end('done');
}

function loginAck({ database, token }: Login): Buffer {
  const collation = Buffer.from([0x09, 0x04, 0xd0, 0x00, 0x34]);
  const ack = new ByteWriter()
    .u8(1, 0x74, 0, 0, 4)
    .shortText('Microsoft SQL Server')
    .u8(16, 0, 0x10, 0x51)
    .end();
  const change = (body: ByteWriter): Buffer => {
    const bytes = body.end();
    return new ByteWriter().u8(0xe3).u16(bytes.length).bytes(bytes).end();
  };
  return Buffer.concat([
    change(new ByteWriter().u8(1).shortText(database).shortText('master')),
    change(new ByteWriter().u8(7, collation.length).bytes(collation).u8(0)),
    new ByteWriter().u8(0xad).u16(ack.length).bytes(ack).end(),
    ...(token === null ? [] : [new ByteWriter().u8(0xae, 0x02).u32(0).u8(0xff).end()]),
  ]);
}

/** ENVCHANGE with the address of another server. */
function routingChange({ host, port }: { host: string; port: number }): Buffer {
  const value = new ByteWriter().u8(0).u16(port).text(host).end();
  const body = new ByteWriter().u8(20).u16(value.length).bytes(value).u16(0).end();
  return new ByteWriter().u8(0xe3).u16(body.length).bytes(body).end();
}
