import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { packetType } from './packets';

const headerBytes = 8;
const applicationData = 0x17;

/**
 * The stream of a TLS handshake as TDS 7.4 sends it: within packets of the type PRELOGIN. When the handshake is over, TLS
 * is sent without packets around it.
 */
export function tlsInPackets(socket: Socket): Duplex {
  let received: Buffer = Buffer.alloc(0);
  let isWrapped = true;
  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, callback) {
      const isData = chunk[0] === applicationData;
      socket.write(isWrapped && !isData ? inPacket(chunk) : chunk, callback);
    },
    final: (callback) => socket.end(callback),
    destroy: (error, callback) => {
      socket.destroy();
      callback(error);
    },
  });
  socket.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data]);
    while (received.length > 0) {
      if (received[0] !== packetType.prelogin) {
        isWrapped = false;
        stream.push(received);
        received = Buffer.alloc(0);
        return;
      }
      if (received.length < headerBytes || received.length < received.readUInt16BE(2)) return;
      const length = received.readUInt16BE(2);
      stream.push(received.subarray(headerBytes, length));
      received = received.subarray(length);
    }
  });
  socket.on('close', () => stream.push(null));
  return stream;
}

function inPacket(payload: Buffer): Buffer {
  const header = Buffer.from([packetType.prelogin, 1, 0, 0, 0, 0, 0, 0]);
  header.writeUInt16BE(headerBytes + payload.length, 2);
  return Buffer.concat([header, payload]);
}
