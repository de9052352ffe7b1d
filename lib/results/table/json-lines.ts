import type { JsonValue } from '@/lib/base/json';

/** One line of a JSON tree. */
export interface JsonLine {
  /** The value's path: `$.orders[0]["odd key"]`. Unique within a document. */
  path: string;
  depth: number;
  /** Its key or index; null for the document itself. */
  key: string | number | null;
  value: JsonValue;
  /** How many values it contains; null for a value that can't contain any. */
  size: number | null;
}

/**
 * The visible lines of a document: each value, followed by its contents if it is open.
 * @param isOpen called for every list and object on the way.
 */
export function jsonLines(root: JsonValue, isOpen: (line: JsonLine) => boolean): JsonLine[] {
  const lines: JsonLine[] = [];
  const visit = (value: JsonValue, path: string, depth: number, key: JsonLine['key']): void => {
    const line: JsonLine = { path, depth, key, value, size: sizeOf(value) };
    lines.push(line);
    if (line.size === null || line.size === 0 || !isOpen(line)) return;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, `${path}[${index}]`, depth + 1, index);
    } else if (value !== null && typeof value === 'object') {
      for (const [name, item] of Object.entries(value)) visit(item, path + pathStep(name), depth + 1, name);
    }
  };
  visit(root, '$', 0, null);
  return lines;
}

/** Whether a line's key or its own value contains the text, ignoring case. */
export function lineHolds({ key, value, size }: JsonLine, wanted: string): boolean {
  const text = wanted.toLowerCase();
  if (
    String(key ?? '')
      .toLowerCase()
      .includes(text)
  )
    return true;
  return size === null && String(value).toLowerCase().includes(text);
}

function sizeOf(value: JsonValue): number | null {
  if (Array.isArray(value)) return value.length;
  return value !== null && typeof value === 'object' ? Object.keys(value).length : null;
}

function pathStep(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
