import type { JsonValue } from '@/lib/base/json';
import type { OutputColumn, OutputFormat } from './output-column';
import { outputColumn } from './output-schema';

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
function columnWords(item: JsonValue): string {
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
function maskWords(item: JsonValue): string {
  const isMask =
    item !== null && typeof item === 'object' && !Array.isArray(item) && typeof item.path === 'string';
  return isMask ? String(item.path) : JSON.stringify(item);
}

const itemWords: Readonly<Record<string, ((item: JsonValue) => string) | undefined>> = {
  output_display: columnWords,
  masked_outputs: maskWords,
};

/** A list setting in words, by its name in the API; null for settings that are not lists of outputs. */
export function outputWords(wire: string, value: JsonValue): string | null {
  const words = itemWords[wire];
  if (wire === 'mask_revealers' && Array.isArray(value))
    return value.length === 0 ? 'Engineers' : peopleWords(value);
  return words === undefined || !Array.isArray(value) ? null : value.map(words).join('; ') || '—';
}

const peopleWords = ({ length }: JsonValue[]): string => (length === 1 ? '1 person' : `${length} people`);
