import { isSameJson, type JsonValue } from '@/lib/base/json';
import type { RowTerm } from './condition-terms';

/** A follow-up button as a revision keeps it: by keys and paths, which survive when ids change. */
export interface KeptDecoration {
  decorationId: number;
  kind: 'row' | 'object';
  name: string;
  targetCommandId: number;
  /** From 0. */
  resultSet: number;
  /** Which rows have the button: those for which all of these hold. Absent for all rows. */
  shownWhen?: RowTerm[];
  maps: { inputKey: string; path: string }[];
}

/** The part of a configuration that is about decorations; absent in revisions from before there were any. */
export interface KeptDecorations {
  decorations?: KeptDecoration[];
  /** The command that its error box offers; null for none. */
  errorTarget?: number | null;
}

interface Differing {
  inputKey: null;
  setting: string;
  before: JsonValue;
  after: JsonValue;
}

/** A decoration as differences and the audit log show it: in the API's names, and without the name of its target. */
export const toldDecoration = ({ kind, ...told }: KeptDecoration): JsonValue => ({
  [kind === 'row' ? 'decoration_id' : 'object_decoration_id']: told.decorationId,
  name: told.name,
  input_kit_id: told.targetCommandId,
  ...(kind === 'row' ? { result_set_zero_idx: told.resultSet } : {}),
  ...(told.shownWhen === undefined ? {} : { shown_when: told.shownWhen.map((term) => ({ ...term })) }),
  maps: Object.fromEntries(told.maps.map(({ inputKey, path }) => [inputKey, path])),
});

export const settingOfKind = { row: 'row_decorations', object: 'object_decorations' } as const;

/** How decorations differ, one by one. */
export function differingDecorations(before: KeptDecorations, after: KeptDecorations): Differing[] {
  return [...differingButtons(before.decorations, after.decorations), ...differingJump(before, after)];
}

function differingButtons(
  before?: readonly KeptDecoration[],
  after?: readonly KeptDecoration[],
): Differing[] {
  if (before === undefined || after === undefined) return [];
  const was = new Map(before.map((each) => [each.decorationId, each]));
  const is = new Map(after.map((each) => [each.decorationId, each]));
  return [...new Map([...was, ...is]).values()].flatMap(({ decorationId, kind }) => {
    const [old, now] = [was.get(decorationId), is.get(decorationId)];
    if (isSameJson(old, now)) return [];
    const told = (side: KeptDecoration | undefined) => (side === undefined ? null : toldDecoration(side));
    return [{ inputKey: null, setting: settingOfKind[kind], before: told(old), after: told(now) }];
  });
}

function differingJump(
  { errorTarget: was }: KeptDecorations,
  { errorTarget: is }: KeptDecorations,
): Differing[] {
  if (was === undefined || is === undefined || was === is) return [];
  return [{ inputKey: null, setting: 'error_decoration', before: was, after: is }];
}
