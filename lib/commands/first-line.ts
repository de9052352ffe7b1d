/** The first line of a Markdown description as plain text, for places without room for more. */
export function firstLine(markdown: string): string {
  const line = markdown.split('\n').find((each) => each.trim() !== '') ?? '';
  return line.replace(/^[#>\-*\s]+/, '').replace(/[*_`]|\[([^\]]*)\]\([^)]*\)/g, '$1');
}
