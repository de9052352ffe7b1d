/** A text from shortly before its first match, which would be cut off at the end of a row. */
export function fromMatch(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const found = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const first = Math.min(...found);
  if (found.length === 0 || first < 28) return text;
  return `…${text.slice(text.lastIndexOf(' ', first - 8) + 1)}`;
}
