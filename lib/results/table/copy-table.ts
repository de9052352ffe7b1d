import { exactJson } from '@/lib/base/exact-json';
import { neutralText, signCode, withGuards } from '@/lib/base/formulas';
import type { JsonValue } from '@/lib/base/json';
import type { ResultTable } from './result-table';

/** A table to be copied: the values as they are, and their texts. */
export interface CopiedTable {
  /** May repeat. */
  names: readonly string[];
  rows: readonly (readonly { value: JsonValue; text: string }[])[];
}

export const copyFormats = ['CSV', 'JSON', 'Markdown'] as const;
export type CopyFormat = (typeof copyFormats)[number];

const writers: Record<CopyFormat, (table: CopiedTable) => string> = {
  CSV: csvText,
  JSON: jsonText,
  Markdown: markdownText,
};

/** A table as text in one of the formats that people paste into tickets, code, and other tools. */
export const tableAsText = (table: CopiedTable, format: CopyFormat): string => writers[format](table);

function csvText({ names, rows }: CopiedTable): string {
  const lines = [names.map(neutralText), ...rows.map((row) => row.map(csvCell))];
  return lines.map((cells) => cells.map(quoted).join(',')).join('\n');
}

/** Copies are pasted into spreadsheets, too. */
function csvCell({ value, text }: CopiedTable['rows'][number][number]): string {
  if (typeof value === 'string') return neutralText(text);
  return value !== null && typeof value === 'object' ? withGuards(text, signCode) : text;
}

const quoted = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** A list of objects; a name that repeats is numbered, so that no value is lost. */
function jsonText({ names, rows }: CopiedTable): string {
  const keys = uniqueNames(names);
  const objects = rows.map((row) => Object.fromEntries(row.map(({ value }, at) => [keys[at] ?? '', value])));
  return exactJson(objects, 2);
}

/** Each row as an object on a line of its own, named as in a copy. */
export function* jsonLines({ columns, rows }: ResultTable): Generator<string> {
  const keys = uniqueNames(columns.map(({ name }) => name));
  for (const row of rows)
    yield `${exactJson(Object.fromEntries(row.map((value, at) => [keys[at] ?? '', value])))}\n`;
}

/** `total`, `total (2)`, and so on. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let count = 2; taken.has(unique); count += 1) unique = `${name} (${count})`;
    taken.add(unique);
    return unique;
  });
}

function markdownText({ names, rows }: CopiedTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;
  const rule = `| ${names.map(() => '---').join(' | ')} |`;
  return [line(names), rule, ...rows.map((row) => line(row.map(({ text }) => text)))].join('\n');
}

const escaped = (text: string): string =>
  text
    .replace(/[\\|]/g, '\\$&')
    .replace(/\s*\r?\n\s*/g, '<br>')
    .trim();
