/** The text of the first line of a description, which is Markdown, for where there is no room for more. */
export function firstLine(markdown: string): string {
  const line = markdown.split('\n').find((each) => each.trim() !== '') ?? '';
  return line.replace(/^[#>\-*\s]+/, '').replace(/[*_`]|\[([^\]]*)\]\([^)]*\)/g, '$1');
}
