/** The variables of a `.env` or `.Renviron` file, and the lines that aren't variables. */
export interface VariablesFile {
  variables: Record<string, string>;
  /** The numbers of lines that could not be read, from 1. */
  unread: number[];
}

const NAME = /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*/;

/**
 * Reads `NAME=value` lines: with comments, `export`, and quotes, within which a value may have several lines. Nothing is
 * replaced in values: `${OTHER}` stays as it is written.
 */
export function readVariables(text: string): VariablesFile {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const file: VariablesFile = { variables: {}, unread: [] };
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim();
    if (line === '' || line.startsWith('#')) continue;
    const [start, name = ''] = NAME.exec(line) ?? [];
    if (start === undefined) {
      file.unread.push(at + 1);
      continue;
    }
    const rest = line.slice(start.length);
    const quote = rest.charAt(0);
    if (quote !== '"' && quote !== "'") {
      file.variables[name] = rest.replace(/\s+#.*$/, '');
      continue;
    }
    const end = lines.findIndex(
      (_, index) => index >= at && closes(index === at ? rest.slice(1) : lines[index], quote),
    );
    if (end < 0) {
      file.unread.push(at + 1);
      continue;
    }
    const inner = [rest, ...lines.slice(at + 1, end + 1)].join('\n').slice(1);
    const value = inner.slice(0, endOf(inner, quote));
    file.variables[name] = quote === '"' ? unescaped(value) : value;
    at = end;
  }
  return file;
}

/** Where a quoted text ends; -1 if it doesn't. */
function endOf(text: string, quote: string): number {
  for (let at = 0; at < text.length; at += 1) {
    if (quote === '"' && text[at] === '\\') at += 1;
    else if (text[at] === quote) return at;
  }
  return -1;
}

const closes = (line = '', quote: string): boolean => endOf(line, quote) >= 0;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

const unescaped = (text: string): string =>
  text.replace(/\\([ntr"\\$])/g, (_, letter: string) => escapes[letter] ?? letter);
