import Papa from 'papaparse';
import { formulaAt, HARMLESS, MOST_BLANKS } from '@/lib/base/formulas';

/** What is harmless in a cell is recognized within this many characters. */
const lookaheadChars = 64;

/** Detects the delimiter of a CSV text from its beginning. */
export function delimiterOf(beginning: string): string {
  const { meta } = Papa.parse(beginning, {
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: true,
    preview: 10,
  });
  return meta.delimiter === '' ? ',' : meta.delimiter;
}

/**
 * Passes CSV through unchanged, except that it puts `'` before each cell that a spreadsheet would take for a formula
 * (OWASP, CSV injection). The text may arrive in pieces that are cut anywhere; it is never collected.
 */
export class CsvNeutralizer {
  private pending = '';
  private isCellStart = true;
  /** Whether the cell began with a quote, and whether the current position is still within its quotes. */
  private hasQuotes = false;
  private isQuoted = false;
  private readonly ends: RegExp;

  constructor(private readonly delimiter: string) {
    const escaped = delimiter.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
    this.ends = new RegExp(`["\\r\\n]|${escaped}`, 'g');
  }

  push(piece: string): string {
    return this.pass(this.pending + piece, false);
  }

  end(): string {
    return this.pass(this.pending, true);
  }

  private pass(text: string, isLast: boolean): string {
    this.pending = '';
    let passed = '';
    let copied = 0;
    let at = 0;
    while (at < text.length) {
      if (this.isCellStart) {
        if (!isLast && text.length - at <= lookaheadChars) {
          this.pending = text.slice(at);
          return passed + text.slice(copied, at);
        }
        this.hasQuotes = text[at] === '"';
        this.isQuoted = this.hasQuotes;
        this.isCellStart = false;
        if (this.hasQuotes) at += 1;
        if (this.isFormulaAt(text, at)) {
          passed += `${text.slice(copied, at)}'`;
          copied = at;
        }
      }
      at = this.isQuoted ? this.endOfQuotes(text, at) : this.nextEnd(text, at);
    }
    return passed + text.slice(copied);
  }

  private endOfQuotes(text: string, at: number): number {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    this.isQuoted = false;
    return quote + 1;
  }

  private nextEnd(text: string, at: number): number {
    this.ends.lastIndex = at;
    const found = this.ends.exec(text);
    if (found === null) return text.length;
    // The second of two quotes: the quoted text continues.
    if (found[0] === '"') this.isQuoted = this.hasQuotes;
    else this.isCellStart = true;
    return found.index + found[0].length;
  }

  private isFormulaAt(text: string, at: number): boolean {
    const isEnd = (index: number): boolean =>
      index >= text.length || text.startsWith(this.delimiter, index) || '"\r\n'.includes(text[index] ?? '');
    if (!this.hasQuotes && isEnd(at)) return false;
    const sign = this.formulaSign(text, at);
    // A blank cell before the end of a line.
    if (sign < 0 || (!this.hasQuotes && isEnd(sign))) return false;
    return !HARMLESS.some((pattern) => {
      pattern.lastIndex = sign;
      const harmless = pattern.exec(text);
      return harmless !== null && isEnd(sign + harmless[0].length);
    });
  }

  /** Where the formula of a cell begins; some programs also read quotes after blanks. */
  private formulaSign(text: string, at: number): number {
    const sign = formulaAt(text, at);
    if (sign >= 0 || this.hasQuotes) return sign;
    const quote = /^[ \u00a0]+"/.exec(text.slice(at, at + MOST_BLANKS));
    return quote === null ? -1 : formulaAt(text, at + quote[0].length);
  }
}
