/** Deeper levels are not indented further: a line at a thousand levels would be mostly spaces. */
const deepestIndent = 50;

/** Indents valid JSON that arrives in pieces, as `JSON.stringify(value, null, 2)` does, but without changing numbers. */
export class JsonIndenter {
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  /** Whether a container was opened and is still empty. */
  private isJustOpened = false;

  /** @param piece UTF-8, cut anywhere */
  push(piece: Buffer): Buffer {
    // One character per byte: everything that matters here is ASCII.
    const text = piece.toString('latin1');
    let indented = '';
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at] ?? '';
      if (this.isInString) {
        const end = this.endOfString(text, at);
        indented += text.slice(at, end);
        at = end - 1;
      } else if (!' \n\r\t'.includes(character)) {
        indented += this.structure(character);
      }
    }
    return Buffer.from(indented, 'latin1');
  }

  private structure(character: string): string {
    if (character === ']' || character === '}') {
      this.depth -= 1;
      const isEmpty = this.isJustOpened;
      this.isJustOpened = false;
      return isEmpty ? character : this.newLine() + character;
    }
    const before = this.isJustOpened ? this.newLine() : '';
    this.isJustOpened = false;
    switch (character) {
      case '[':
      case '{':
        this.depth += 1;
        this.isJustOpened = true;
        return before + character;
      case ',':
        return `,${this.newLine()}`;
      case ':':
        return ': ';
      default:
        this.isInString = character === '"';
        return before + character;
    }
  }

  private endOfString(text: string, start: number): number {
    for (let at = start; at < text.length; at += 1) {
      if (this.isEscaped) this.isEscaped = false;
      else if (text[at] === '\\') this.isEscaped = true;
      else if (text[at] === '"') {
        this.isInString = false;
        return at + 1;
      }
    }
    return text.length;
  }

  private newLine(): string {
    return `\n${'  '.repeat(Math.min(this.depth, deepestIndent))}`;
  }
}
