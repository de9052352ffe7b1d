/** Writes the little-endian fields of the protocol. */
export class ByteWriter {
  private readonly parts: Buffer[] = [];

  u8(...values: number[]): this {
    this.parts.push(Buffer.from(values));
    return this;
  }
  u16(value: number): this {
    return this.sized(2, (buffer) => buffer.writeUInt16LE(value));
  }
  i32(value: number): this {
    return this.sized(4, (buffer) => buffer.writeInt32LE(value));
  }
  u32(value: number): this {
    return this.sized(4, (buffer) => buffer.writeUInt32LE(value));
  }
  u64(value: bigint): this {
    return this.sized(8, (buffer) => buffer.writeBigUInt64LE(value));
  }
  /** An unsigned integer of so many bytes. */
  unsigned(value: bigint, sizeBytes: number): this {
    const buffer = Buffer.alloc(sizeBytes);
    for (let index = 0, rest = value; index < sizeBytes; index += 1, rest >>= 8n) {
      buffer[index] = Number(rest & 0xffn);
    }
    return this.bytes(buffer);
  }
  bytes(value: Buffer): this {
    this.parts.push(value);
    return this;
  }
  /** B_VARCHAR: the length in characters in one byte, then UTF-16. */
  shortText(value: string): this {
    return this.u8(value.length).bytes(Buffer.from(value, 'utf16le'));
  }
  /** US_VARCHAR: the length in two bytes. */
  text(value: string): this {
    return this.u16(value.length).bytes(Buffer.from(value, 'utf16le'));
  }
  end(): Buffer {
    return Buffer.concat(this.parts);
  }

  private sized(sizeBytes: number, write: (buffer: Buffer) => void): this {
    const buffer = Buffer.alloc(sizeBytes);
    write(buffer);
    return this.bytes(buffer);
  }
}

/** Reads the same fields from a whole message. */
export class ByteReader {
  constructor(
    readonly buffer: Buffer,
    public position = 0,
  ) {}

  get isAtEnd(): boolean {
    return this.position >= this.buffer.length;
  }
  u8(): number {
    return this.buffer.readUInt8(this.advance(1));
  }
  u16(): number {
    return this.buffer.readUInt16LE(this.advance(2));
  }
  u32(): number {
    return this.buffer.readUInt32LE(this.advance(4));
  }
  u64(): bigint {
    return this.buffer.readBigUInt64LE(this.advance(8));
  }
  bytes(sizeBytes: number): Buffer {
    const start = this.advance(sizeBytes);
    if (this.position > this.buffer.length) throw new Error('The message ends too early');
    return this.buffer.subarray(start, this.position);
  }
  utf16(characters: number): string {
    return this.bytes(characters * 2).toString('utf16le');
  }

  private advance(sizeBytes: number): number {
    this.position += sizeBytes;
    return this.position - sizeBytes;
  }
}
