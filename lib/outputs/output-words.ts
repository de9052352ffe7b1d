import type { JsonValue } from '@/lib/json';
import { type OutputColumn, type OutputFormat, outputColumn } from './output-column';

/** The formats as people know them. */
export const formatWords: Readonly<Record<OutputFormat, string>> = {
  date: 'Date',
  datetime: 'Date and time',
  money: 'Money',
  number: 'Number',
  link: 'Link',
  badge: 'Badge',
};

/** The settings of one column in words: `total: named “Total”, place 2, Money (EUR)`. */
export function columnWords(item: JsonValue): string {
  const { data } = outputColumn.safeParse(item);
  if (data === undefined) return JSON.stringify(item);
  const set = data.resultSet === 0 ? '' : ` of result ${data.resultSet + 1}`;
  return `${data.path}${set}: ${settingWords(data).join(', ')}`;
}

function settingWords({ name, isHidden, order, format, detail }: OutputColumn): string[] {
  const words = [
    name === null ? null : `named “${name}”`,
    isHidden ? 'hidden' : null,
    order === null ? null : `place ${order + 1}`,
    format === null ? null : `${formatWords[format]}${detail === null ? '' : ` (${detail})`}`,
  ];
  return words.filter((each) => each !== null);
}

/** A mask in words: the path of what it masks. */
export function maskWords(item: JsonValue): string {
  const isMask =
    item !== null && typeof item === 'object' && !Array.isArray(item) && typeof item.path === 'string';
  return isMask ? String(item.path) : JSON.stringify(item);
}
