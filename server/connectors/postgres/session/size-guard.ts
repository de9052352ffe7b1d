import type { Client, FieldDef } from 'pg';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import type { MemoryShare } from '@/server/connectors/_shared/memory-budget';

type Connection = Client['connection'];

/**
 * A message of the server, such as a row, is held in memory as a whole, and text of more than half a gigabyte can't be
 * held at all: it would end the process, with everything that it runs for others.
 */
const largestMessageBytes = 64_000_000;
/** The limit for all rows of one batch. */
const largestBatchBytes = 128_000_000;
/** A row is in memory as received, as cells, and as the line that is written for it. */
const copiesOfRow = 3;

const byteaOid = 17;
/** Bytes are sent as hexadecimal text, after `\x`. */
const hexPerByte = 2;

const tooLarge = (what: string, size: number): ConnectorError =>
  new ConnectorError(
    'failed',
    `${what} larger than ${size / 1_000_000} MB, the limit for one run. Make the routine return less.`,
  );

/** Messages other than rows that complete some work; a server always sends one of these. */
const messages = [
  'rowDescription',
  'notice',
  'errorMessage',
  'commandComplete',
  'portalSuspended',
  'readyForQuery',
];

const guards = new WeakMap<Connection, SizeGuard>();

/** Ends the session as soon as the server sends more than the limit. */
export function guardMessageSize({ connection }: Client, withTls: boolean): void {
  guards.set(connection, new SizeGuard(connection, withTls));
}

/** Counts what the session receives against this memory share from now on. */
export function lendMemory({ connection }: { connection: Connection }, memory: MemoryShare): void {
  guards.get(connection)?.lend(memory);
}

/** Call this when the rows so far have been passed on. */
export function rowsTaken({ connection }: { connection: Connection }): void {
  guards.get(connection)?.taken();
}

class SizeGuard {
  private memory: MemoryShare | null = null;
  /** The size of a message that is still incomplete. */
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
    // By then the parser has registered its listeners, so a message's end is known when its data is counted.
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
    // A bytea value is half as long as its text.
    const hexBytes = this.byteaColumns.reduce((sum, index) => sum + (cells[index]?.length ?? 0), 0);
    if (length - hexBytes + hexBytes / hexPerByte > largestMessageBytes) this.refuse(messageTooLarge());
    else if (this.rowsBytes > largestBatchBytes * (hexBytes > 0 ? hexPerByte : 1)) {
      this.refuse(tooLarge('Together, rows of the source are', largestBatchBytes));
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
