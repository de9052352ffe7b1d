import Papa from 'papaparse';

/** The last document that a script printed, with what kind it is. */
export type PrintedDocument = { kind: 'json'; text: string } | { kind: 'csv'; text: string };

const mostTries = 50;

/** Finds the last JSON or CSV document in what was printed: the whole of it, or what stands at its end. */
export function lastDocument(printed: string): PrintedDocument | null {
  const text = printed.trim();
  if (text === '') return null;
  const json = lastJson(text);
  if (json !== null) return { kind: 'json', text: json };
  const csv = lastCsv(text);
  return csv === null ? null : { kind: 'csv', text: csv };
}

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    // A word or a number alone is a text.
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

function lastJson(text: string): string | null {
  if (isJson(text)) return text;
  const lines = text.split('\n');
  // One object per line, from the end.
  let from = lines.length;
  while (from > 0 && /^\s*\{.*\}\s*$/.test(lines[from - 1] ?? '') && isJson(lines[from - 1] ?? '')) from -= 1;
  const count = lines.length - from;
  if (count > 1) return `[${lines.slice(from).join(',')}]`;
  if (count === 1) return lines[from] ?? null;
  if (!/[\]}]\s*$/.test(text)) return null;
  let tries = 0;
  for (let at = lines.length - 1; at >= 0 && tries < mostTries; at -= 1) {
    if (!/^[[{]/.test(lines[at] ?? '')) continue;
    tries += 1;
    const rest = lines.slice(at).join('\n');
    if (isJson(rest)) return rest;
  }
  return null;
}

/** A block of lines at the end, after an empty line or from the start, with a header and the same number of fields each. */
function lastCsv(text: string): string | null {
  const block = text.split(/\n\s*\n/).at(-1) ?? text;
  for (const candidate of block === text ? [text] : [block, text]) {
    const { data, errors, meta } = Papa.parse<string[]>(candidate, { delimitersToGuess: [',', '\t', ';'] });
    const [header = [], ...rows] = data;
    const isEven = rows.length > 0 && header.length > 1 && rows.every((row) => row.length === header.length);
    const isNamed = header.every(
      (name) => /^[^\s=:{}[\]()"'][^={}[\]()]*$/.test(name) && !/^-?\d+([.,]\d+)?$/.test(name),
    );
    const isUnique = new Set(header).size === header.length;
    // A sentence has commas, too; a header has short names, with no space after the divider.
    const isSentence =
      meta.delimiter === ',' && header.some((name) => name !== name.trim() || name.split(' ').length > 4);
    if (errors.length === 0 && isEven && isNamed && isUnique && !isSentence) return candidate;
  }
  return null;
}
