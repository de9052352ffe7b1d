import type { Client } from 'pg';
import { ConnectorError } from '../_shared/connector-error';

/**
 * One message of the server's, such as a row, is held in memory whole, and text of more than half a gigabyte cannot be
 * held at all: it would end the process, and with it what runs for others.
 */
const largestMessageBytes = 64_000_000;
/** What the rows of one batch may hold together, in characters. */
export const largestBatchCharacters = 128_000_000;

const tooLarge = (what: string, size: number): ConnectorError =>
  new ConnectorError(
    'failed',
    `${what} larger than ${size / 1_000_000} MB, more than Pushboard takes at once. Have the routine answer less.`,
  );

/** What ends a message; of these a server sends none without an end. */
const messages = [
  'dataRow',
  'rowDescription',
  'notice',
  'errorMessage',
  'commandComplete',
  'portalSuspended',
  'readyForQuery',
];

/** Ends the session as soon as a message of the server's grows beyond what may be held. */
export function guardMessageSize(client: Client, withTls: boolean): void {
  const { connection } = client;
  let pendingBytes = 0;
  let hasEnded = false;
  for (const message of messages) {
    connection.on(message, () => {
      hasEnded = true;
    });
  }
  // By then the parser listens, so that what a piece of data ends is known when it is counted.
  connection.once(withTls ? 'sslconnect' : 'connect', () => {
    const { stream } = connection;
    stream.on('data', (data: Buffer) => {
      pendingBytes = hasEnded ? 0 : pendingBytes + data.length;
      hasEnded = false;
      if (pendingBytes > largestMessageBytes) {
        stream.destroy(tooLarge('A row or a message of the source is', largestMessageBytes));
      }
    });
  });
}

/** Ends the session: its rows come faster and larger than a batch may be. */
export function refuseBatch({ connection }: { connection: Client['connection'] }): void {
  connection.stream.destroy(tooLarge('Rows of the source are together', largestBatchCharacters));
}
