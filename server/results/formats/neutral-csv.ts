import Papa from 'papaparse';
import { formulaAt, HARMLESS, isFormulaPiece, LONGEST_PIECE, MOST_BLANKS } from '@/lib/base/formulas';

/** What is harmless in a cell is recognized within this many characters. */
const lookaheadChars = 64;

/** Blanks and quotes before a sign. */
const BEFORE_SIGN = /[" \u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]*(?=[=+\-@＝＋－＠])/y;

/** What may end a cell for other readers than those who take the text's own delimiter. */
const OTHER_ENDS = [',', ';', '\t'];

/** Detects the delimiter of a CSV text from its beginning, where spreadsheets also let the line `sep=;` name it. */
export function delimiterOf(beginning: string): string {
  const named = /^\ufeff?"?sep=([^\r\n"\ufeff])"?\r?(?:\n|$)/i.exec(beginning)?.[1];
  if (named !== undefined) return named;
  const { meta } = Papa.parse(beginning, {
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: true,
    preview: 10,
  });
  return meta.delimiter === '' ? ',' : meta.delimiter;
}

/**
 * Passes CSV through unchanged, except that it puts `'` before each cell that a spreadsheet would take for a formula
 * (OWASP, CSV injection), whatever common delimiter the spreadsheet expects. The text may arrive in pieces that are cut
 * anywhere; it is never collected.
 */
export class CsvNeutralizer {
  private pending = '';
  private isCellStart = true;
  /** Whether the cell began with a quote, and whether the current position is still within its quotes. */
  private hasQuotes = false;
  private isQuoted = false;
  /** Whether a cell begins here for readers who take another delimiter, and see no quotes around it. */
  private isOtherStart = false;
  private readonly others: string;
  private readonly ends: RegExp;
  private readonly quotedEnds: RegExp;
  private readonly otherEnds: RegExp;

  constructor(private readonly delimiter: string) {
    const escaped = delimiter.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
    this.others = OTHER_ENDS.filter((end) => end !== delimiter).join('');
    this.ends = new RegExp(`["\\r\\n${this.others}]|${escaped}`, 'g');
    this.quotedEnds = new RegExp(`["\\r\\n${this.others}]`, 'g');
    this.otherEnds = new RegExp(`[\\r\\n${this.others}]`);
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
      if (this.isOtherStart) {
        if (!isLast && text.length - at <= 2 * LONGEST_PIECE) {
          this.pending = text.slice(at);
          return passed + text.slice(copied, at);
        }
        this.isOtherStart = false;
        const sign = this.otherFormula(text, at);
        if (sign >= 0) {
          passed += `${text.slice(copied, sign)}'`;
          copied = sign;
        }
      }
      at = this.isQuoted ? this.endOfQuotes(text, at) : this.nextEnd(text, at);
    }
    return passed + text.slice(copied);
  }

  private endOfQuotes(text: string, at: number): number {
    this.quotedEnds.lastIndex = at;
    const found = this.quotedEnds.exec(text);
    if (found === null) return text.length;
    if (found[0] === '"') this.isQuoted = false;
    else this.isOtherStart = true;
    return found.index + 1;
  }

  private nextEnd(text: string, at: number): number {
    this.ends.lastIndex = at;
    const found = this.ends.exec(text);
    if (found === null) return text.length;
    // The second of two quotes: the quoted text continues.
    if (found[0] === '"') this.isQuoted = this.hasQuotes;
    else if (this.others.includes(found[0])) this.isOtherStart = true;
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

  /** Where a formula begins that others would read here; -1 if they would read none. */
  private otherFormula(text: string, at: number): number {
    BEFORE_SIGN.lastIndex = at;
    const found = BEFORE_SIGN.exec(text);
    if (found === null) return -1;
    const sign = at + found[0].length;
    const rest = text.slice(sign, sign + LONGEST_PIECE + 1);
    const end = rest.search(this.otherEnds);
    return isFormulaPiece(end < 0 ? rest : rest.slice(0, end)) ? sign : -1;
  }

  /** Where the formula of a cell begins; some programs also read quotes after blanks. */
  private formulaSign(text: string, at: number): number {
    const sign = formulaAt(text, at);
    if (sign >= 0 || this.hasQuotes) return sign;
    const quote = /^[ \u00a0]+"/.exec(text.slice(at, at + MOST_BLANKS));
    return quote === null ? -1 : formulaAt(text, at + quote[0].length);
  }
}
