import { ByteWriter } from './bytes';
import { typeInfo, valueBytes, type WireValue } from './types';

export interface WireColumn {
  name: string;
  /** As in a declaration, e.g. `nvarchar(50)`. */
  type: string;
}

/** A message of the server: an error from severity 11 on, otherwise a notice. */
export interface WireMessage {
  message: string;
  number?: number;
  severity?: number;
  state?: number;
  procedure?: string;
  line?: number;
}

const tokens = { done: 0xfd, doneProc: 0xfe, doneInProc: 0xff } as const;
const doneMore = 0x01;
const doneError = 0x02;
const doneCount = 0x10;
const doneAttention = 0x20;

/** Where a response is written to. */
export interface ResponseWriter {
  write(bytes: Buffer): Promise<void>;
  flush?(): Promise<void>;
  end?(): Promise<void>;
}

/** Writes the tokens of one response. */
export class Reply {
  private columns: readonly WireColumn[] = [];
  private hasFailed = false;

  constructor(private readonly writer: ResponseWriter) {}

  /** COLMETADATA: opens a result set. */
  async table(columns: readonly WireColumn[]): Promise<void> {
    this.columns = columns;
    const writer = new ByteWriter().u8(0x81).u16(columns.length);
    for (const { name, type } of columns) {
      writer
        .u32(type === 'rowversion' ? 0x50 : 0)
        .u16(0x09)
        .bytes(typeInfo(type))
        .shortText(name);
    }
    await this.writer.write(writer.end());
  }

  /** A row; as NBCROW if it has a null, as servers do. */
  async row(cells: readonly WireValue[]): Promise<void> {
    const isCompressed = cells.includes(null);
    const writer = new ByteWriter().u8(isCompressed ? 0xd2 : 0xd1);
    if (isCompressed) {
      const bitmap = Buffer.alloc(Math.ceil(cells.length / 8));
      cells.forEach((cell, index) => {
        if (cell === null) bitmap[index >> 3] = (bitmap[index >> 3] ?? 0) | (1 << (index & 7));
      });
      writer.bytes(bitmap);
    }
    this.columns.forEach(({ type }, index) => {
      const cell = cells[index] ?? null;
      if (cell !== null || !isCompressed) writer.bytes(valueBytes(type, cell));
    });
    await this.writer.write(writer.end());
  }

  /** INFO or ERROR, by its severity. */
  async message(message: WireMessage): Promise<void> {
    const severity = message.severity ?? 0;
    this.hasFailed ||= severity > 10;
    const body = new ByteWriter()
      .i32(message.number ?? (severity > 0 ? 50000 : 0))
      .u8(message.state ?? 1, severity)
      .text(message.message)
      .shortText('DOUBLE')
      .shortText(message.procedure ?? '')
      .i32(message.line ?? 1)
      .end();
    await this.writer.write(
      new ByteWriter()
        .u8(severity > 10 ? 0xaa : 0xab)
        .u16(body.length)
        .bytes(body)
        .end(),
    );
  }

  /** The end of a statement within a procedure; with how many rows it had, unless NOCOUNT is on. */
  doneInProc(rows?: number): Promise<void> {
    return this.done('doneInProc', doneMore | (rows === undefined ? 0 : doneCount), rows);
  }

  async returnStatus(status: number): Promise<void> {
    await this.writer.write(new ByteWriter().u8(0x79).i32(status).end());
  }

  async returnValue(name: string, type: string, value: WireValue): Promise<void> {
    await this.writer.write(
      new ByteWriter()
        .u8(0xac)
        .u16(0)
        .shortText(name)
        .u8(0x01)
        .u32(0)
        .u16(0)
        .bytes(typeInfo(type))
        .bytes(valueBytes(type, value))
        .end(),
    );
  }

  /** Sends what is written so far. */
  async flush(): Promise<void> {
    await this.writer.flush?.();
  }

  /** ENVCHANGE with values of bytes: a transaction began (8), was committed (9), or rolled back (10). */
  async environment(type: number, value: Buffer, old: Buffer = Buffer.alloc(0)): Promise<void> {
    const body = new ByteWriter().u8(type, value.length).bytes(value).u8(old.length).bytes(old).end();
    await this.writer.write(new ByteWriter().u8(0xe3).u16(body.length).bytes(body).end());
  }

  /** Writes bytes as they are: a token that no method writes. */
  raw(bytes: Buffer): Promise<void> {
    return this.writer.write(bytes);
  }

  async end(token: 'done' | 'doneProc', isAttention = false): Promise<void> {
    await this.done(token, (this.hasFailed ? doneError : 0) | (isAttention ? doneAttention : 0));
    await this.writer.end?.();
  }

  private async done(token: keyof typeof tokens, status: number, rows = 0): Promise<void> {
    await this.writer.write(new ByteWriter().u8(tokens[token]).u16(status).u16(0).u64(BigInt(rows)).end());
  }
}
