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

/** How many keys are remembered in their decoded form. */
const MOST_KNOWN_KEYS = 1_000;

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
  /** The raw bytes of the open key, one character each. */
  private key = '';
  private readonly decodedKeys = new Map<string, string>();
  /** The next backslash of the current piece, at or after the position that was asked for last. */
  private nextBackslash = -1;

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
    this.nextBackslash = -1;
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

  /** Continues a string; returns the index of its closing quote, or the length of the piece. */
  private string(bytes: Buffer, start: number): number {
    const end = this.endOfString(bytes, start);
    if (this.isKey) this.key += bytes.toString('latin1', start, end);
    if (end === bytes.length) return end;
    this.isInString = false;
    if (this.isKey) this.endKey();
    else this.visitor.end(this.offset + end + 1);
    return end;
  }

  private endOfString(bytes: Buffer, start: number): number {
    let at = start;
    if (this.isEscaped && at < bytes.length) {
      this.isEscaped = false;
      at += 1;
    }
    for (;;) {
      const end = indexOr(bytes.indexOf(quote, at), bytes.length);
      if (this.nextBackslash < at) this.nextBackslash = indexOr(bytes.indexOf(backslash, at), bytes.length);
      if (this.nextBackslash >= end) return end;
      // The character after a backslash ends nothing.
      at = this.nextBackslash + 2;
      if (at <= bytes.length) continue;
      this.isEscaped = true;
      return bytes.length;
    }
  }

  private endKey(): void {
    const level = this.levels.at(-1);
    if (level !== undefined) level.key = this.decoded(this.key);
    this.key = '';
    this.isKey = false;
    this.isKeyNext = false;
  }

  /** Documents repeat few keys many times. */
  private decoded(latin1: string): string {
    const known = this.decodedKeys.get(latin1);
    if (known !== undefined) return known;
    const key: string = JSON.parse(`"${Buffer.from(latin1, 'latin1').toString('utf8')}"`);
    if (this.decodedKeys.size < MOST_KNOWN_KEYS) this.decodedKeys.set(latin1, key);
    return key;
  }
}

const indexOr = (index: number, otherwise: number): number => (index < 0 ? otherwise : index);
