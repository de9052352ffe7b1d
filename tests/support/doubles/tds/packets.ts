import type { Duplex } from 'node:stream';

/** Types of messages that a client sends, and the one that a server sends. */
export const packetType = {
  batch: 0x01,
  rpc: 0x03,
  response: 0x04,
  attention: 0x06,
  login7: 0x10,
  prelogin: 0x12,
} as const;

const headerBytes = 8;
const packetBytes = 4096;
const endOfMessage = 0x01;
const ignored = 0x02;
const resetConnection = 0x08;

export interface Message {
  type: number;
  payload: Buffer;
  /** The client gave up while it sent this message. */
  isIgnored: boolean;
  /** The session's state is to be reset before this message is handled. */
  resets: boolean;
}

/** Cuts what a client sends into messages. Returns a function that stops listening. */
export function readMessages(socket: Duplex, onMessage: (message: Message) => void): () => void {
  let received: Buffer = Buffer.alloc(0);
  let parts: Buffer[] = [];
  let resets = false;
  const onData = (data: Buffer): void => {
    received = Buffer.concat([received, data]);
    while (received.length >= headerBytes && received.length >= received.readUInt16BE(2)) {
      const length = received.readUInt16BE(2);
      const type = received.readUInt8(0);
      const status = received.readUInt8(1);
      parts.push(received.subarray(headerBytes, length));
      received = received.subarray(length);
      resets ||= (status & resetConnection) !== 0;
      if ((status & endOfMessage) === 0) continue;
      const message = { type, payload: Buffer.concat(parts), isIgnored: (status & ignored) !== 0, resets };
      parts = [];
      resets = false;
      onMessage(message);
    }
  };
  socket.on('data', onData);
  return () => socket.removeListener('data', onData);
}

/** Writes packets; awaits the client when it reads slowly. */
export class PacketWriter {
  private pending: Buffer = Buffer.alloc(0);
  private packetId = 0;

  constructor(private readonly socket: Duplex) {}

  /** Buffers bytes of the open message; sends full packets. */
  async write(bytes: Buffer): Promise<void> {
    this.pending = this.pending.length === 0 ? bytes : Buffer.concat([this.pending, bytes]);
    const most = packetBytes - headerBytes;
    while (this.pending.length > most) {
      await this.send(this.pending.subarray(0, most), 0);
      this.pending = this.pending.subarray(most);
    }
  }

  /** Sends what is buffered now, as a server does after RAISERROR WITH NOWAIT. */
  async flush(): Promise<void> {
    if (this.pending.length === 0) return;
    await this.send(this.pending, 0);
    this.pending = Buffer.alloc(0);
  }

  /** Ends the message. */
  async end(): Promise<void> {
    await this.send(this.pending, endOfMessage);
    this.pending = Buffer.alloc(0);
  }

  private async send(payload: Buffer, status: number): Promise<void> {
    const header = Buffer.alloc(headerBytes);
    header.writeUInt8(packetType.response, 0);
    header.writeUInt8(status, 1);
    header.writeUInt16BE(headerBytes + payload.length, 2);
    this.packetId = (this.packetId + 1) % 256;
    header.writeUInt8(this.packetId, 6);
    if (this.socket.destroyed) return;
    if (this.socket.write(Buffer.concat([header, payload]))) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.socket.removeListener('drain', done).removeListener('close', done);
        resolve();
      };
      this.socket.on('drain', done).on('close', done);
    });
  }
}
