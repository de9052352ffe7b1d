import type { Input, InputType } from '@/lib/inputs/input';
import { type Writing, writingOf } from './locale-writing';
import { monthNames, orderOf, readDate, readTime } from './written-date';
import { decimalOf, type Reading, readNumber } from './written-number';

type Row = Readonly<Record<string, string>>;

/** What the texts of a row mean that are written as people write, by input key. */
export interface WrittenRow {
  meant: Readonly<Record<string, string>>;
  /** Why the meaning of some can't be told. */
  problems: Readonly<Record<string, string>>;
}

const nothing: WrittenRow = { meant: {}, problems: {} };

/** Returns how the texts of one input are read; null for an input whose texts are what they say. */
export function readerOf(
  { jsonType, component, constraints, options }: InputType,
  texts: readonly string[],
  { decimal, order, locale }: Writing,
): ((text: string) => Reading) | null {
  if (options !== null) return null;
  if (jsonType === 'number') {
    const ofColumn = decimalOf(texts);
    return (text) => readNumber(text, ofColumn, decimal, constraints.step === 1);
  }
  if (component === 'b-timepicker') return readTime;
  if (component !== 'b-datepicker' && component !== 'b-datetimepicker') return null;
  const ofColumn = orderOf(texts);
  let names: ReadonlyMap<string, number> | null = null;
  const namesOnce = () => {
    names ??= monthNames(locale);
    return names;
  };
  return (text) => readDate(text, ofColumn, order, namesOnce);
}

/**
 * Reads numbers, dates, and times as the person writes them. All texts of an input are read alike, since one of them may
 * tell what the others leave open: of `03/04/2026` and `13/04/2026`, both begin with the day.
 *
 * @param inputs whose texts are read
 * @param locale of the person
 */
export function readColumns(
  inputs: readonly Pick<Input, 'key' | 'type'>[],
  rows: readonly Row[],
  locale: string | Writing,
): (row: number) => WrittenRow {
  const writing = typeof locale === 'string' ? writingOf(locale) : locale;
  const readers = inputs.flatMap(({ key, type }) => {
    const read = readerOf(
      type,
      rows.flatMap((row) => row[key] ?? []),
      writing,
    );
    return read === null ? [] : [{ key, read }];
  });
  if (readers.length === 0) return () => nothing;
  return (at) => {
    const meant: Record<string, string> = {};
    const problems: Record<string, string> = {};
    for (const { key, read } of readers) {
      const text = rows[at]?.[key];
      const found = text === undefined ? null : read(text);
      if (found === null) continue;
      if ('meant' in found) meant[key] = found.meant;
      else problems[key] = found.problem;
    }
    return { meant, problems };
  };
}
