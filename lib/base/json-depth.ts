/** What people and programs write is a few levels deep. Much deeper values take more stack than there is. */
export const DEEPEST_JSON = 500;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENS = new Set([0x5b, 0x7b]);
const CLOSES = new Set([0x5d, 0x7d]);

/** Whether a text of JSON is nested deeper than `deepest`. It need not be valid. */
export function isTooDeep(text: string, deepest = DEEPEST_JSON): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isText = false;
    } else if (code === QUOTE) isText = true;
    else if (OPENS.has(code)) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (CLOSES.has(code)) depth -= 1;
  }
  return false;
}
