/** Decodes the inside of a JSON string that comes in pieces, cut anywhere. */
export class JsonStringDecoder {
  /** An escape that is not complete yet. */
  private rest = '';
  /** The first half of a character outside the basic plane: alone it can't be sent as UTF-8. */
  private half = '';

  /** @param piece of valid JSON, between the quotes */
  decode(piece: string): string {
    const text = this.rest + piece;
    const end = endOfEscapes(text);
    this.rest = text.slice(end);
    const decoded: string = this.half + JSON.parse(`"${text.slice(0, end)}"`);
    const last = decoded.charCodeAt(decoded.length - 1);
    const isHalf = last >= 0xd800 && last < 0xdc00;
    this.half = isHalf ? decoded.slice(-1) : '';
    return isHalf ? decoded.slice(0, -1) : decoded;
  }

  /** What was held back at the end: half a character that never got its second half. */
  end(): string {
    return this.half;
  }
}

/** Where an incomplete escape at the end begins; the length of the text if every escape is complete. */
function endOfEscapes(text: string): number {
  const backslash = text.lastIndexOf('\\');
  if (backslash < 0 || backslash < text.length - 6) return text.length;
  let first = backslash;
  while (first > 0 && text[first - 1] === '\\') first -= 1;
  // An even number of them are escaped backslashes.
  if ((backslash - first) % 2 === 1) return text.length;
  const length = text[backslash + 1] === 'u' ? 6 : 2;
  return backslash + length <= text.length ? text.length : backslash;
}
