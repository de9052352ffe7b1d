const quote = 0x22;
const backslash = 0x5c;

const isDelimiter = (byte: number): boolean =>
  byte === 0x2c ||
  byte === 0x5d ||
  byte === 0x7d ||
  byte === 0x20 ||
  byte === 0x0a ||
  byte === 0x0d ||
  byte === 0x09;

/** Learns where values begin and end. Offsets are in bytes from the start of the document. */
export interface JsonVisitor {
  /** The walker's `keys` and `position` say which value begins. */
  begin(offset: number): void;
  /** @param offset of the byte after the value */
  end(offset: number): void;
}

interface Level {
  isObject: boolean;
  key: string | null;
  index: number;
}

/**
 * Walks through valid JSON that arrives in pieces, without parsing it: whatever its size, only the keys above the current
 * value are in memory.
 */
export class JsonWalker {
  private readonly levels: Level[] = [];
  private offset = 0;
  private isInString = false;
  private isEscaped = false;
  private isScalar = false;
  private isKeyNext = false;
  private isKey = false;
  private keyPieces: Buffer[] = [];

  constructor(private readonly visitor: JsonVisitor) {}

  /** The steps to the current value: keys of objects, and positions in arrays. */
  get steps(): (string | number)[] {
    return this.levels.map(({ isObject, key, index }) => (isObject ? (key ?? '') : index));
  }

  /** The containers around the current value. */
  get depth(): number {
    return this.levels.length;
  }

  push(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.isInString) {
        at = this.string(bytes, at);
        continue;
      }
      const byte = bytes[at] ?? 0;
      if (this.isScalar) {
        if (!isDelimiter(byte)) continue;
        this.isScalar = false;
        this.visitor.end(this.offset + at);
      }
      this.structure(byte, this.offset + at);
    }
    this.offset += bytes.length;
  }

  /** Call this after the last piece: only then does a bare number end. */
  end(): void {
    if (!this.isScalar) return;
    this.isScalar = false;
    this.visitor.end(this.offset);
  }

  private structure(byte: number, offset: number): void {
    switch (byte) {
      case 0x20:
      case 0x0a:
      case 0x0d:
      case 0x09:
      case 0x3a: // :
        return;
      case 0x2c: // ,
        this.next();
        return;
      case 0x7b: // {
      case 0x5b: // [
        this.visitor.begin(offset);
        this.levels.push({ isObject: byte === 0x7b, key: null, index: 0 });
        this.isKeyNext = byte === 0x7b;
        return;
      case 0x7d: // }
      case 0x5d: // ]
        this.levels.pop();
        this.isKeyNext = false;
        this.visitor.end(offset + 1);
        return;
      case quote:
        this.isInString = true;
        this.isKey = this.isKeyNext;
        if (!this.isKey) this.visitor.begin(offset);
        return;
      default:
        this.visitor.begin(offset);
        this.isScalar = true;
    }
  }

  private next(): void {
    const level = this.levels.at(-1);
    if (level === undefined) return;
    level.index += 1;
    this.isKeyNext = level.isObject;
  }

  /** Continues a string; returns the index of its closing quote, or of the last byte. */
  private string(bytes: Buffer, start: number): number {
    let at = start;
    for (; at < bytes.length; at += 1) {
      if (this.isEscaped) this.isEscaped = false;
      else if (bytes[at] === backslash) this.isEscaped = true;
      else if (bytes[at] === quote) break;
    }
    if (this.isKey) this.keyPieces.push(Buffer.from(bytes.subarray(start, at)));
    if (at === bytes.length) return at;
    this.isInString = false;
    if (this.isKey) this.endKey();
    else this.visitor.end(this.offset + at + 1);
    return at;
  }

  private endKey(): void {
    const level = this.levels.at(-1);
    if (level !== undefined) level.key = JSON.parse(`"${Buffer.concat(this.keyPieces).toString('utf8')}"`);
    this.keyPieces = [];
    this.isKey = false;
    this.isKeyNext = false;
  }
}
