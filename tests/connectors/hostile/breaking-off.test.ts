import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkSource } from '@/server/connections/check-source';
import { closeConnectors, connectorFor } from '@/server/connectors/registry';
import { type SilentServer, startSilentServer } from '../../support/doubles/silent-server';
import { newContext } from '../postgres/support';

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
};
const letsIn = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))];
const breaksOff = {
  'an error': message('E', Buffer.from('SFATAL\0VFATAL\0C08P01\0Mprotocol violation\0\0')),
  'the end of a login that is over': message('R', Buffer.from([0, 0, 0, 12, ...Buffer.from('v=AA==')])),
};

let last: Buffer;
let server: SilentServer;
beforeEach(async () => {
  server = await startSilentServer((socket) =>
    socket.once('data', (asked) => {
      const isAboutTls = asked.length === 8;
      if (isAboutTls) socket.end('N');
      else socket.end(Buffer.concat([...letsIn, last]));
    }),
  );
});
afterEach(async () => {
  await closeConnectors();
  await server.close();
});

// Whatever nobody handles ends the process, and with it the runs of others; the test then fails, too.
it.each(Object.entries(breaksOff))(
  'S81 a server that sends %s in the packet that lets us in is reported in words',
  async (_, sent) => {
    last = sent;
    const connector = connectorFor('postgres');
    const connection = connector.connection.parse({
      host: '127.0.0.1',
      port: server.port,
      databaseName: 'shop',
      username: 'pushboard',
      password: 'secret',
    });
    const opened = { connector, connection, context: newContext() };
    await expect(checkSource(new AbortController().signal, async () => opened, 15_000)).rejects.toThrow();
    await expect(connector.discover(connection, newContext())).rejects.toMatchObject({
      name: 'ConnectorError',
    });
  },
);
