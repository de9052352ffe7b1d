import type { z } from 'zod';
import type { outputColumn as learnedColumn, outputField } from '@/lib/contract/command/outputs';
import { isSameMask, keysOfMask, type Mask, maskMatcher } from '@/lib/outputs/masks';
import type { OutputColumn } from '@/lib/outputs/output-column';

export type LearnedColumn = z.output<typeof learnedColumn>;
export type LearnedField = z.output<typeof outputField>;

/** One column or field of the list, with its settings. */
export interface OutputEntry {
  setting: OutputColumn;
  /** The source's name for its type; empty if the command's results never had it. */
  type: string;
  /** Whether the last result still had it. */
  isPresent: boolean;
  isMasked: boolean;
  /** Whether another mask covers it, whose path ends its own. */
  isCovered: boolean;
  /** Whether it can be a column of a table: fields can if they belong to the items of a list. */
  isShownInTable: boolean;
}

type Place = Pick<OutputColumn, 'kind' | 'resultSet' | 'path'>;

const unset = ({ kind, resultSet, path }: Place): OutputColumn => ({
  kind,
  path,
  resultSet,
  name: null,
  isHidden: false,
  order: null,
  format: null,
  detail: null,
});

export const isSame = (a: Place, b: Place): boolean =>
  a.kind === b.kind && a.resultSet === b.resultSet && a.path === b.path;

/** A member of the items of a list: `items[].price`, `[]["a key"]`. */
const isOfList = (path: string): boolean => /\[\](\.[^.[\]]+|\["(?:[^"\\]|\\.)*"\])$/.test(path);

/** What is known of the outputs: those that were learned, and those that only have settings or a mask. */
export function entriesOf(
  columns: readonly LearnedColumn[],
  fields: readonly LearnedField[],
  settings: readonly OutputColumn[],
  masks: readonly Mask[],
): OutputEntry[] {
  const learned = [
    ...columns.map((each) => ({ ...each, kind: 'column' as const })),
    ...fields.map((each) => ({ ...each, kind: 'field' as const, resultSet: 0 })),
  ];
  const known: Place[] = [...learned, ...settings];
  const others = masks
    .filter((mask) => !known.some((place) => isSameMask(mask, place)))
    .map(({ kind, path }) => ({ kind, path, resultSet: 0 }));
  const unlearned = [...settings, ...others].filter((place) => !learned.some((each) => isSame(each, place)));
  const isCovered = maskMatcher(masks);
  const all: (Place & Partial<Pick<LearnedColumn, 'type' | 'isPresent'>>)[] = [...learned, ...unlearned];
  const entries = all.map((place): OutputEntry => {
    const isMasked = masks.some((mask) => isSameMask(mask, place));
    return {
      setting: settings.find((each) => isSame(each, place)) ?? unset(place),
      type: place.type ?? '',
      isPresent: place.isPresent === true,
      isMasked,
      isCovered: !isMasked && isCovered?.(keysOfMask(place)) === true,
      isShownInTable: place.kind === 'column' || isOfList(place.path),
    };
  });
  return entries.sort(
    (a, b) =>
      a.setting.resultSet - b.setting.resultSet ||
      (a.setting.order ?? Number.MAX_SAFE_INTEGER) - (b.setting.order ?? Number.MAX_SAFE_INTEGER),
  );
}

const isUnset = (setting: OutputColumn): boolean =>
  JSON.stringify(setting) === JSON.stringify(unset(setting));

const keyOf = ({ kind, resultSet, path }: Place): string => `${kind} ${resultSet} ${path}`;

/** The settings after one of them changed, sorted by what they are about; one that says nothing is dropped. */
export function withSetting(settings: readonly OutputColumn[], changed: OutputColumn): OutputColumn[] {
  const others = settings.filter((each) => !isSame(each, changed));
  const all = isUnset(changed) ? others : [...others, { ...unset(changed), ...changed }];
  return all.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The settings after an entry moved by one place among those of its list. */
export function moved(
  settings: readonly OutputColumn[],
  list: readonly OutputEntry[],
  entry: OutputEntry,
  by: 1 | -1,
): OutputColumn[] {
  const from = list.indexOf(entry);
  const to = from + by;
  if (from < 0 || to < 0 || to >= list.length) return [...settings];
  const order = list.filter((each) => each !== entry);
  order.splice(to, 0, entry);
  return order.reduce<OutputColumn[]>(
    (all, { setting }, place) => withSetting(all, { ...setting, order: place }),
    [...settings],
  );
}

/** The masks after one was set or removed. */
export function withMask(masks: readonly Mask[], { kind, path }: Mask, isMasked: boolean): Mask[] {
  const others = masks.filter((mask) => !isSameMask(mask, { kind, path }));
  return isMasked ? [...others, { kind, path }] : others;
}
