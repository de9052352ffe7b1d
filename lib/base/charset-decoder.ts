/** What the bytes 0x80 to 0x9f of windows-1252 mean. Older versions of Node.js take them for control characters. */
const upper = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** A `TextDecoder` that decodes windows-1252 alike everywhere. Throws a RangeError for an unknown charset. */
export class CharsetDecoder extends TextDecoder {
  override decode(...given: Parameters<TextDecoder['decode']>): string {
    const text = super.decode(...given);
    if (this.encoding !== 'windows-1252') return text;
    return text.replace(/[\x80-\x9f]/g, (sign) => upper[sign.charCodeAt(0) - 0x80] ?? sign);
  }
}
