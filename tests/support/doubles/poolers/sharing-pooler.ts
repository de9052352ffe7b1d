import type { Socket } from 'node:net';
import { type SilentServer, startSilentServer } from '../silent-server';

const message = (type: string, ...parts: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
};

const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const int32 = (value: number): Buffer => Buffer.concat([int16(value >>> 16), int16(value & 0xffff)]);
const READY = message('Z', 'I');

/** One row with one column. */
const answer = (text: string): Buffer =>
  Buffer.concat([
    message('T', int16(1), 'process\0', int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)),
    message('D', int16(1), int32(text.length), text),
    message('C', 'SELECT 1\0'),
    READY,
  ]);

/**
 * Speaks as much of the protocol of Postgres as a start asks of a pooler: who logs in gets a number, and each question for
 * the server's process is answered by the next of `processes`, over and over.
 */
export function startSharingPooler(processes: readonly (number | string)[]): Promise<SilentServer> {
  let questions = 0;
  let sessions = 0;
  return startSilentServer((socket: Socket) => {
    socket.once('data', () => {
      sessions += 1;
      socket.write(
        Buffer.concat([message('R', int32(0)), message('K', int32(70_000 + sessions), int32(1)), READY]),
      );
      socket.on('data', (bytes) => {
        if (bytes[0] !== 'Q'.charCodeAt(0)) return;
        socket.write(answer(String(processes[questions % processes.length])));
        questions += 1;
      });
    });
  });
}
