/** Decodes the inside of a JSON string that arrives in pieces, cut anywhere. */
export class JsonStringDecoder {
  /** An escape that is still incomplete. */
  private rest = '';
  /** The first half of a surrogate pair: alone it can't be encoded as UTF-8. */
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

  /** What is still pending at the end: half a surrogate pair whose second half never came. */
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
  // An even number of backslashes are escaped backslashes.
  if ((backslash - first) % 2 === 1) return text.length;
  const length = text[backslash + 1] === 'u' ? 6 : 2;
  return backslash + length <= text.length ? text.length : backslash;
}
