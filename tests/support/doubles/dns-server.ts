import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server on loopback that answers each question with the next address, and tells nobody to remember it. */
export interface DnsServer {
  port: number;
  /** The names that were asked for, in order. */
  asked: string[];
  close(): Promise<void>;
}

/** @param addressFor the IPv4 address for the question with this number, from 0 */
export async function startDnsServer(addressFor: (question: number) => string): Promise<DnsServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { name, end } = readName(message, 12);
    const isIpv4 = message.readUInt16BE(end) === 1;
    const answers = isIpv4 ? [addressFor(asked.push(name) - 1)] : [];
    const header = Buffer.alloc(12);
    header.writeUInt16BE(message.readUInt16BE(0), 0);
    // A response to a recursive question, without an error.
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    const question = message.subarray(12, end + 4);
    socket.send(Buffer.concat([header, question, ...answers.map(record)]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    port: socket.address().port,
    asked,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}

/** An A record of the name in the question, which lives for no time. */
function record(address: string): Buffer {
  const head = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]);
  return Buffer.concat([head, Buffer.from(address.split('.').map(Number))]);
}
