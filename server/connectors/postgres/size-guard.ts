import type { Client, FieldDef } from 'pg';
import { ConnectorError } from '../_shared/connector-error';
import type { MemoryShare } from '../_shared/memory-budget';

type Connection = Client['connection'];

/**
 * One message of the server's, such as a row, is held in memory whole, and text of more than half a gigabyte cannot be
 * held at all: it would end the process, and with it what runs for others.
 */
const largestMessageBytes = 64_000_000;
/** What the rows of one batch may hold together. */
const largestBatchBytes = 128_000_000;
/** A row is in memory as it came, as its cells, and as the line that is written of it. */
const copiesOfRow = 3;

const byteaOid = 17;
/** Bytes are sent as hexadecimal text, after `\x`. */
const hexPerByte = 2;

const tooLarge = (what: string, size: number): ConnectorError =>
  new ConnectorError(
    'failed',
    `${what} larger than ${size / 1_000_000} MB, more than Pushboard takes at once. Have the routine answer less.`,
  );

/** What ends a message besides a row; of these a server sends none without an end. */
const messages = [
  'rowDescription',
  'notice',
  'errorMessage',
  'commandComplete',
  'portalSuspended',
  'readyForQuery',
];

const guards = new WeakMap<Connection, SizeGuard>();

/** Ends the session as soon as the server sends more than may be held. */
export function guardMessageSize({ connection }: Client, withTls: boolean): void {
  guards.set(connection, new SizeGuard(connection, withTls));
}

/** From now on the session holds what it receives of this share. */
export function lendMemory({ connection }: { connection: Connection }, memory: MemoryShare): void {
  guards.get(connection)?.lend(memory);
}

/** The rows that came so far have been handed over. */
export function rowsTaken({ connection }: { connection: Connection }): void {
  guards.get(connection)?.taken();
}

class SizeGuard {
  private memory: MemoryShare | null = null;
  /** Of a message that is not all here. */
  private pendingBytes = 0;
  private hasEnded = false;
  private rowsBytes = 0;
  private largestRowBytes = 0;
  private byteaColumns: number[] = [];

  constructor(
    private readonly connection: Connection,
    withTls: boolean,
  ) {
    const ended = (): void => {
      this.hasEnded = true;
      this.pendingBytes = 0;
    };
    for (const message of messages) connection.on(message, ended);
    connection.on('rowDescription', ({ fields }: { fields: FieldDef[] }) => this.described(fields));
    connection.on('dataRow', ({ length, fields }: { length: number; fields: (string | null)[] }) => {
      ended();
      this.received(length, fields);
    });
    // By then the parser listens, so that what a piece of data ends is known when it is counted.
    connection.once(withTls ? 'sslconnect' : 'connect', () => {
      connection.stream.on('data', (data: Buffer) => this.receiving(data.length));
    });
  }

  lend(memory: MemoryShare): void {
    this.memory = memory;
    this.taken();
  }

  taken(): void {
    this.rowsBytes = 0;
    this.largestRowBytes = 0;
    this.hold();
  }

  private described(fields: readonly FieldDef[]): void {
    this.byteaColumns = fields.flatMap(({ dataTypeID }, index) => (dataTypeID === byteaOid ? [index] : []));
  }

  private receiving(bytes: number): void {
    this.pendingBytes = this.hasEnded ? 0 : this.pendingBytes + bytes;
    this.hasEnded = false;
    const mostBytes = largestMessageBytes * (this.byteaColumns.length > 0 ? hexPerByte : 1);
    if (this.pendingBytes > mostBytes) this.refuse(messageTooLarge());
    else if (this.pendingBytes > 0) this.hold();
  }

  private received(length: number, cells: readonly (string | null)[]): void {
    this.rowsBytes += length;
    this.largestRowBytes = Math.max(this.largestRowBytes, length);
    // What a column of bytes holds is half as long as its text.
    const hexBytes = this.byteaColumns.reduce((sum, index) => sum + (cells[index]?.length ?? 0), 0);
    if (length - hexBytes + hexBytes / hexPerByte > largestMessageBytes) this.refuse(messageTooLarge());
    else if (this.rowsBytes > largestBatchBytes * (hexBytes > 0 ? hexPerByte : 1)) {
      this.refuse(tooLarge('Rows of the source are together', largestBatchBytes));
    } else this.hold();
  }

  private hold(): void {
    // The largest row is counted once among the rows.
    const copiedBytes = Math.max((copiesOfRow - 1) * this.largestRowBytes, copiesOfRow * this.pendingBytes);
    try {
      this.memory?.hold(this.rowsBytes + copiedBytes);
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      this.refuse(error);
    }
  }

  private refuse(error: ConnectorError): void {
    this.connection.stream.destroy(error);
  }
}

const messageTooLarge = (): ConnectorError =>
  tooLarge('A row or a message of the source is', largestMessageBytes);
