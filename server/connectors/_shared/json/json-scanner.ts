import { afterNumber, isDigit, isWholeNumber, NumberEnd } from './json-number';

/** Deeper JSON can't be written again: `JSON.stringify` overflows the stack at a few thousand levels. */
const deepest = 1_000;
/** A longer key is not a column name. */
const longestKeyBytes = 1_024;
/** A table's cell is parsed, and a number with more digits would lose some; a document keeps all of them. */
const mostDigitsWithin = 15;
/** The rows define a table's columns, so their number must be limited. */
const mostColumns = 500;

/** The shape of a JSON document, determined without parsing it as a whole. */
export interface JsonShape {
  /**
   * The keys of a list of objects, in order of appearance; null if the document isn't one, or if most of what its objects
   * have are again objects and lists.
   */
  columns: string[] | null;
  /** The number of items in such a list. */
  rows: number;
  /** The total number of their members; compared with rows × columns, it says how many cells would be empty. */
  cells: number;
}

/** The text isn't JSON, or is nested too deeply. */
export class NotReadableJson extends Error {
  constructor(readonly reason: 'not JSON' | 'too deep') {
    super(reason);
  }
}

enum Next {
  Value,
  ValueOrEnd,
  Key,
  KeyOrEnd,
  Colon,
  CommaOrEnd,
  Nothing,
}

enum Within {
  Nothing,
  String,
  Escape,
  Hex,
  Number,
  Word,
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isHex = (byte: number): boolean =>
  isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
const words = ['true', 'false', 'null'];

/**
 * Checks a JSON document (RFC 8259) byte by byte as it arrives, and determines whether it is a table. Whatever the
 * document contains, only the column names and one key are in memory: parsing a document of millions of empty objects
 * would take gigabytes.
 */
export class JsonScanner {
  private next: Next = Next.Value;
  private within: Within = Within.Nothing;
  private numberEnd: NumberEnd = NumberEnd.Minus;
  private word = '';
  private left = 0;
  private depth = 0;
  /** For each level, whether it is an object. */
  private readonly isObject = new Uint8Array(deepest + 1);
  private isTable = true;
  private rows = 0;
  private cells = 0;
  private nestedCells = 0;
  private numberBytes = 0;
  private readonly columns = new Map<string, Uint8Array>();
  private order: Uint8Array[] = [];
  private nextColumn = 0;
  private readonly key = new Uint8Array(longestKeyBytes);
  private keyBytes = 0;
  private isColumnKey = false;

  /** Throws `NotReadableJson`. */
  push(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.within === Within.String) {
        at = this.string(bytes, at);
      } else if (this.within === Within.Number && !this.number(bytes[at] ?? 0)) {
        // The byte follows the number.
        this.endNumber();
      } else {
        if (this.within === Within.Nothing) this.structure(bytes[at] ?? 0);
        else if (this.within !== Within.Number) this.inside(bytes[at] ?? 0);
        at += 1;
      }
    }
  }

  /** Call this after the last byte. Throws `NotReadableJson` if the document is incomplete. */
  end(): JsonShape {
    if (this.within === Within.Number) this.endNumber();
    if (this.next !== Next.Nothing || this.within !== Within.Nothing) throw new NotReadableJson('not JSON');
    const isMostlyPlain = this.nestedCells * 2 <= this.cells;
    const isTable = this.isTable && isMostlyPlain && this.rows > 0 && this.columns.size > 0;
    return { columns: isTable ? [...this.columns.keys()] : null, rows: this.rows, cells: this.cells };
  }

  private structure(byte: number): void {
    if (isSpace(byte)) return;
    switch (byte) {
      case 0x7b: // {
        this.open(1);
        return;
      case 0x5b: // [
        this.open(0);
        return;
      case 0x7d: // }
        this.close(1, Next.KeyOrEnd);
        return;
      case 0x5d: // ]
        this.close(0, Next.ValueOrEnd);
        return;
      case 0x2c: // ,
        this.expect(this.next === Next.CommaOrEnd);
        this.next = this.isObject[this.depth] === 1 ? Next.Key : Next.Value;
        return;
      case 0x3a: // :
        this.expect(this.next === Next.Colon);
        this.next = Next.Value;
        return;
      case 0x22: // "
        this.openString();
        return;
      default:
        this.scalar(byte);
    }
  }

  private open(isObject: 0 | 1): void {
    this.expectValue();
    // A table is a top-level list of objects. What is nested in these is a cell as a whole.
    if (this.depth === 0 && isObject === 1) this.isTable = false;
    if (this.depth === 1 && isObject === 0) this.isTable = false;
    if (this.depth === 2) this.nestedCells += 1;
    if (this.depth === 1) {
      this.rows += 1;
      this.nextColumn = 0;
    }
    this.depth += 1;
    if (this.depth > deepest) throw new NotReadableJson('too deep');
    this.isObject[this.depth] = isObject;
    this.next = isObject === 1 ? Next.KeyOrEnd : Next.ValueOrEnd;
  }

  private close(isObject: 0 | 1, whenEmpty: Next): void {
    const isPossible = this.next === Next.CommaOrEnd || this.next === whenEmpty;
    this.expect(isPossible && this.depth > 0 && this.isObject[this.depth] === isObject);
    this.depth -= 1;
    this.endValue();
  }

  private openString(): void {
    const isKey = this.next === Next.Key || this.next === Next.KeyOrEnd;
    if (!isKey) this.beginScalar();
    this.isColumnKey = isKey && this.isTable && this.depth === 2;
    this.keyBytes = 0;
    this.within = Within.String;
    this.next = isKey ? Next.Colon : Next.CommaOrEnd;
  }

  private scalar(byte: number): void {
    this.beginScalar();
    if (byte === 0x2d || isDigit(byte)) {
      this.within = Within.Number;
      this.numberBytes = 1;
      this.numberEnd = byte === 0x2d ? NumberEnd.Minus : byte === 0x30 ? NumberEnd.Zero : NumberEnd.Integer;
      return;
    }
    const word = words.find((each) => each.charCodeAt(0) === byte);
    if (word === undefined) throw new NotReadableJson('not JSON');
    this.word = word;
    this.left = word.length - 1;
    this.within = Within.Word;
  }

  private beginScalar(): void {
    this.expectValue();
    if (this.depth < 2) this.isTable = false;
  }

  /** Continues a string through its plain characters, and past what ends them. */
  private string(bytes: Uint8Array, start: number): number {
    let at = start;
    while (at < bytes.length) {
      const byte = bytes[at] ?? 0;
      if (byte === 0x22 || byte === 0x5c || byte < 0x20) break;
      at += 1;
    }
    if (this.isColumnKey) this.addToKey(bytes.subarray(start, at));
    if (at === bytes.length) return at;
    const byte = bytes[at] ?? 0;
    if (byte < 0x20) throw new NotReadableJson('not JSON');
    if (byte === 0x5c) {
      this.within = Within.Escape;
      if (this.isColumnKey) this.addToKey(bytes.subarray(at, at + 1));
    } else {
      this.within = Within.Nothing;
      if (this.isColumnKey) this.endKey();
      else if (this.next === Next.CommaOrEnd) this.endValue();
    }
    return at + 1;
  }

  private inside(byte: number): void {
    if (this.isColumnKey && this.within !== Within.Word) this.addToKey(Uint8Array.of(byte));
    if (this.within === Within.Escape) {
      this.expect('"\\/bfnrtu'.includes(String.fromCharCode(byte)));
      this.within = byte === 0x75 ? Within.Hex : Within.String;
      this.left = 4;
      return;
    }
    if (this.within === Within.Hex) {
      this.expect(isHex(byte));
      this.left -= 1;
      if (this.left === 0) this.within = Within.String;
      return;
    }
    this.expect(byte === this.word.charCodeAt(this.word.length - this.left));
    this.left -= 1;
    if (this.left > 0) return;
    this.within = Within.Nothing;
    this.endValue();
  }

  /** Whether the byte belongs to the number. */
  private number(byte: number): boolean {
    const after = afterNumber(this.numberEnd, byte);
    if (after === null) return false;
    this.numberEnd = after;
    this.numberBytes += 1;
    return true;
  }

  private endNumber(): void {
    this.expect(isWholeNumber(this.numberEnd));
    const isLong = this.numberBytes > mostDigitsWithin || this.numberEnd === NumberEnd.Power;
    if (this.depth > 2 && isLong) this.isTable = false;
    this.within = Within.Nothing;
    this.endValue();
  }

  private addToKey(bytes: Uint8Array): void {
    if (this.keyBytes + bytes.length > longestKeyBytes) {
      this.isTable = false;
      this.isColumnKey = false;
      return;
    }
    this.key.set(bytes, this.keyBytes);
    this.keyBytes += bytes.length;
  }

  /** Rows usually have the same keys in the same order, so the expected key is compared first. */
  private endKey(): void {
    this.isColumnKey = false;
    this.cells += 1;
    const due = this.order[this.nextColumn];
    this.nextColumn += 1;
    if (due !== undefined && this.isKey(due)) return;
    const raw = this.key.slice(0, this.keyBytes);
    const name: string = JSON.parse(`"${new TextDecoder().decode(raw)}"`);
    const known = this.columns.get(name);
    if (known !== undefined) {
      this.nextColumn = this.order.indexOf(known) + 1;
      return;
    }
    this.columns.set(name, raw);
    this.order.push(raw);
    this.nextColumn = this.order.length;
    if (this.columns.size > mostColumns) this.isTable = false;
  }

  private isKey(bytes: Uint8Array): boolean {
    if (bytes.length !== this.keyBytes) return false;
    for (let at = 0; at < bytes.length; at += 1) if (bytes[at] !== this.key[at]) return false;
    return true;
  }

  private endValue(): void {
    this.next = this.depth === 0 ? Next.Nothing : Next.CommaOrEnd;
  }

  private expectValue(): void {
    this.expect(this.next === Next.Value || this.next === Next.ValueOrEnd);
  }

  private expect(isMet: boolean): void {
    if (!isMet) throw new NotReadableJson('not JSON');
  }
}
