/** What a docstring says of a function. */
export interface Docstring {
  /** The text before the parts about parameters and results. */
  summary: string | null;
  parameters: ReadonlyMap<string, { text: string; type: string | null }>;
}

type Parameters = Map<string, { text: string; type: string | null }>;

const sections =
  /^(Args|Arguments|Parameters|Params|Keyword Args|Keyword Arguments|Other Parameters|Attributes|Returns?|Yields?|Raises|Examples?|Notes?|See Also|References|Warnings?|Todo)\s*:?\s*$/i;
const ofParameters = /^(Args|Arguments|Parameters|Params|Keyword Args|Keyword Arguments|Other Parameters)\b/i;

/** Reads a docstring in the styles of Google, NumPy, and Sphinx. */
export function readDocstring(text: string | null): Docstring {
  const parameters: Parameters = new Map();
  if (text === null) return { summary: null, parameters };
  const lines = text.split('\n').slice(0, 2000);
  const summary: string[] = [];
  let isSummary = true;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const isUnderlined = /^\s*-{3,}\s*$/.test(lines[at + 1] ?? '');
    if (sections.test(line.trim()) && (isUnderlined || line.trim().endsWith(':'))) {
      isSummary = false;
      const block = blockAfter(lines, at + (isUnderlined ? 2 : 1), isUnderlined, indentOf(line));
      if (ofParameters.test(line.trim())) readBlock(block.lines, isUnderlined, parameters);
      at = block.end - 1;
    } else if (/^\s*[:@](param|type|return|returns|rtype|raises|arg)\b/.test(line)) {
      isSummary = false;
      at = readField(lines, at, parameters);
    } else if (isSummary) summary.push(line);
  }
  const whole = summary
    .join('\n')
    // Click cuts the help at a form feed.
    .split('\f')
    .slice(0, 1)
    .join('')
    .replaceAll('\b', '')
    .trim();
  return { summary: whole === '' ? null : whole, parameters };
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** The lines of a section. */
function blockAfter(
  lines: readonly string[],
  start: number,
  isUnderlined: boolean,
  indent: number,
): { lines: string[]; end: number } {
  let end = start;
  while (end < lines.length) {
    const line = lines[end] ?? '';
    if (
      sections.test(line.trim()) &&
      (/^\s*-{3,}\s*$/.test(lines[end + 1] ?? '') || (line.trim().endsWith(':') && indentOf(line) <= indent))
    )
      break;
    if (!isUnderlined && line.trim() !== '' && indentOf(line) <= indent) break;
    end += 1;
  }
  return { lines: lines.slice(start, end), end };
}

function readBlock(lines: readonly string[], isUnderlined: boolean, parameters: Parameters): void {
  const [first] = lines.filter((line) => line.trim() !== '');
  const base = indentOf(first ?? '');
  let names: string[] = [];
  for (const line of lines) {
    const isStart = line.trim() !== '' && indentOf(line) <= base;
    const head = isStart ? headOf(line.trim(), isUnderlined) : null;
    if (head !== null) {
      names = head.names;
      for (const name of names) parameters.set(name, { text: head.text, type: head.type });
    } else for (const name of names) append(parameters, name, line.trim());
  }
}

function headOf(
  line: string,
  isUnderlined: boolean,
): { names: string[]; type: string | null; text: string } | null {
  const pattern = isUnderlined
    ? /^(\*{0,2}[\w, *]+?)\s*(?::\s*(.*))?$/
    : /^(\*{0,2}\w+)\s*(?:\(([^)]*)\))?\s*:\s*(.*)$/;
  const match = pattern.exec(line);
  if (match === null) return null;
  const [, names = '', type, text = ''] = match;
  return {
    names: names.split(',').map((name) => name.replace(/\*/g, '').trim()),
    type: type === undefined ? null : type.replace(/,?\s*(optional|default.*)$/i, '').trim(),
    text: isUnderlined ? '' : text,
  };
}

function append(parameters: Parameters, name: string, text: string): void {
  const known = parameters.get(name);
  if (known !== undefined && text !== '') known.text = `${known.text} ${text}`.trim();
}

/** `:param type name: text`, and what continues it; returns the last line of it. */
function readField(lines: readonly string[], at: number, parameters: Parameters): number {
  const line = lines[at] ?? '';
  const [, kind = '', words = '', text = ''] = /^\s*[:@](\w+)\s*([^:]*):\s*(.*)$/.exec(line) ?? [];
  const parts = words.trim().split(/\s+/);
  const name = parts.at(-1) ?? '';
  if (kind === 'type') parameters.set(name, { text: parameters.get(name)?.text ?? '', type: text });
  if (kind !== 'param' && kind !== 'arg') return at;
  const type = parts.length > 1 ? parts.slice(0, -1).join(' ') : (parameters.get(name)?.type ?? null);
  parameters.set(name, { text, type });
  let last = at;
  for (let next = at + 1; next < lines.length; next += 1) {
    const more = lines[next] ?? '';
    if (more.trim() === '' || indentOf(more) <= indentOf(line)) break;
    append(parameters, name, more.trim());
    last = next;
  }
  return last;
}
