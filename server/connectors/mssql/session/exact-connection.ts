import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { Connection, ConnectionError } from 'tedious';
import type Debug from 'tedious/lib/debug.js';
import type Message from 'tedious/lib/message.js';
import { readMetadata } from 'tedious/lib/metadata-parser.js';
import type { TokenHandler } from 'tedious/lib/token/handler.js';
import { NotEnoughDataError, readBVarChar, readUInt8, readUInt16LE } from 'tedious/lib/token/helpers.js';
import StreamParser, { type ParserOptions } from 'tedious/lib/token/stream-parser.js';
import { NBCRowToken, ReturnValueToken, RowToken, type Token } from 'tedious/lib/token/token.js';
import type { JsonValue } from '@/lib/base/json';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import type { MemoryShare } from '@/server/connectors/_shared/memory-budget';
import { isShort, type OnBytes, readCell, readShortCell } from '../values/read-cells';

/** The largest value: it is in memory as a whole. */
const largestValueBytes = 64_000_000;
/** A value is in memory as received, as a cell, as the line that is written for it, and in the row after it. */
const copies = 4;

/**
 * A session of the driver that returns every digit. Rows arrive as JSON cells. The driver itself reads decimals and money as
 * floating-point numbers, drops the offset of a `datetimeoffset`, holds values of any size, and ends the process if a server
 * breaks the protocol; here, that ends the session.
 */
export class ExactConnection extends Connection {
  private memory: MemoryShare | null = null;
  /** Why the session was ended by us; null while it is usable. */
  failure: Error | null = null;

  /** Counts what the session receives against this memory share from now on. */
  lendMemory(memory: MemoryShare | null): void {
    this.memory = memory;
  }

  /** Ends the session at once. */
  fail(error: Error): void {
    this.failure ??= error;
    if (this.socket === undefined || this.socket.destroyed) this.close();
    else this.socket.destroy(error);
  }

  /** The login's own language and date format stay; only what results depend on is set. */
  override getInitialSql(): string {
    return 'set textsize 2147483647 set quoted_identifier on set arithabort on';
  }

  /** To a server that says it can't encrypt, the driver would send the password anyway. */
  override sendLogin7Packet(): void {
    if (this.config.options.encrypt === true && !this.messageIo.tlsNegotiationComplete) {
      throw new ConnectionError('The server does not support encryption', 'EENCRYPT');
    }
    super.sendLogin7Packet();
  }

  override createTokenStreamParser(message: Message, handler: TokenHandler): TokenStream {
    const onBytes = (bytes: number): void => {
      if (bytes > largestValueBytes) throw tooLarge();
      this.memory?.hold(bytes * copies);
    };
    return new TokenStream(message, this.debug, handler, this.config.options, onBytes, (error) =>
      this.fail(error),
    );
  }
}

const tooLarge = (): ConnectorError =>
  new ConnectorError(
    'failed',
    `A value of the source is larger than ${largestValueBytes / 1_000_000} MB, the limit for one run. Make the routine return less.`,
  );

/** The driver's stream of tokens, with our reader of values, and with errors that end the session. */
class TokenStream extends EventEmitter {
  readonly parser: Readable;

  constructor(
    message: Message,
    readonly debug: Debug,
    handler: TokenHandler,
    readonly options: ParserOptions,
    onBytes: OnBytes,
    onError: (error: Error) => void,
  ) {
    super();
    // One token at a time: whatever is read ahead is in memory.
    this.parser = Readable.from(tokensOf(message, debug, options, onBytes), { highWaterMark: 1 });
    this.parser.on('data', (token: Token) => {
      try {
        // Each handler takes the token that is named after it.
        Reflect.apply(handler[token.handlerName], handler, [token]);
      } catch (error) {
        this.parser.destroy();
        onError(asError(error));
      }
    });
    this.parser.on('error', onError);
    this.parser.on('end', () => this.emit('end'));
  }

  pause(): Readable {
    return this.parser.pause();
  }
  resume(): Readable {
    return this.parser.resume();
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

async function* tokensOf(
  message: AsyncIterable<Buffer>,
  debug: Debug,
  options: ParserOptions,
  onBytes: OnBytes,
): AsyncGenerator<Token> {
  const parser = new ExactParser(message, debug, options, onBytes);
  for (;;) {
    try {
      await parser.waitForChunk();
    } catch (error) {
      if (parser.position === parser.buffer.length) return;
      throw error;
    }
    while (parser.position < parser.buffer.length) {
      const type = parser.buffer.readUInt8(parser.position);
      parser.position += 1;
      const token = await parser.readToken(type);
      if (token !== undefined) yield token;
    }
  }
}

class ExactParser extends StreamParser {
  constructor(
    message: AsyncIterable<Buffer>,
    debug: Debug,
    options: ParserOptions,
    private readonly onBytes: OnBytes,
  ) {
    super(message, debug, options);
  }

  override async readRowToken(): Promise<RowToken> {
    return new RowToken(await this.readCells(() => false));
  }

  override async readNbcRowToken(): Promise<NBCRowToken> {
    const sizeBytes = Math.ceil(this.colMetadata.length / 8);
    while (this.buffer.length - this.position < sizeBytes) await this.waitForChunk();
    const bitmap = this.buffer.subarray(this.position, this.position + sizeBytes);
    this.position += sizeBytes;
    const isNull = (index: number): boolean => (((bitmap[index >> 3] ?? 0) >> (index & 7)) & 1) === 1;
    return new NBCRowToken(await this.readCells(isNull));
  }

  override async readReturnValueToken(): Promise<ReturnValueToken> {
    for (;;) {
      try {
        const ordinal = readUInt16LE(this.buffer, this.position);
        const name = readBVarChar(this.buffer, ordinal.offset);
        const status = readUInt8(this.buffer, name.offset);
        const { value: metadata, offset } = readMetadata(this.buffer, status.offset, this.options);
        this.position = offset;
        const value = await readCell(this, metadata, this.onBytes);
        const paramName = name.value.replace(/^@/, '');
        return new ReturnValueToken({ paramOrdinal: ordinal.value, paramName, metadata, value });
      } catch (error) {
        if (!(error instanceof NotEnoughDataError)) throw error;
        await this.waitForChunk();
      }
    }
  }

  private async readCells(isNull: (index: number) => boolean): Promise<JsonValue[]> {
    const cells: JsonValue[] = [];
    for (const [index, metadata] of this.colMetadata.entries()) {
      if (isNull(index)) {
        cells.push(null);
        continue;
      }
      const cell = isShort(metadata) ? readShortCell(this, metadata) : undefined;
      cells.push(cell === undefined ? await readCell(this, metadata, this.onBytes) : cell);
    }
    return cells;
  }
}
