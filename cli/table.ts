const SEPARATOR = '  ';
const SHORTEST_COLUMN = 6;

/**
 * Lines of cells under their headings, aligned, and cut to the width of the terminal: the widest columns give way first.
 *
 * @param width in characters; null where nothing is cut
 */
export function tableText(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  width: number | null,
): string {
  const lines = [headings, ...rows].map((cells) => cells.map(oneLine));
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((cells) => lengthOf(cells[column] ?? ''))),
  );
  if (width !== null) shrink(widths, width - SEPARATOR.length * (headings.length - 1));
  const rule = widths.map((each) => '─'.repeat(each));
  const [head = [], ...body] = lines;
  return [head, rule, ...body]
    .map((cells) =>
      cells
        .map((cell, column) => pad(cell, widths[column] ?? 0))
        .join(SEPARATOR)
        .trimEnd(),
    )
    .join('\n');
}

function shrink(widths: number[], width: number): void {
  while (widths.reduce((sum, each) => sum + each, 0) > width) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 0) <= SHORTEST_COLUMN) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}

/** A cell is one line, without what a terminal would take as a command. */
const oneLine = (text: string): string =>
  printable(text)
    .replace(/[\r\n\t]+/g, ' ')
    .trim();

/** Text of a source, without control characters other than line breaks and tabs: a terminal would obey them. */
export const printable = (text: string): string => text.replace(/(?![\r\n\t])\p{Cc}/gu, '\ufffd');

const lengthOf = (text: string): number => [...text].length;

function pad(text: string, width: number): string {
  const characters = [...text];
  if (characters.length > width) return `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
  return text + ' '.repeat(width - characters.length);
}
