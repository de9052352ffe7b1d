import { isSameJson, type JsonValue } from '@/lib/base/json';

/** What a form edits, field by field. */
export type Fields = Readonly<Record<string, JsonValue>>;

/** One field that was changed and not saved: its value when the editing began, and its new value. */
export interface Change {
  before: JsonValue;
  mine: JsonValue;
}

/** The changed fields that aren't saved yet. All others follow the saved version. */
export type Draft = Readonly<Record<string, Change>>;

export const noDraft: Draft = {};

const changeOf = (draft: Draft, key: string): Change | undefined =>
  Object.hasOwn(draft, key) ? draft[key] : undefined;

/** The draft after a field got a value. The saved value again means no change. */
export function edit(saved: Fields, draft: Draft, key: string, mine: JsonValue): Draft {
  const { [key]: change, ...others } = draft;
  if (isSameJson(saved[key], mine)) return others;
  return { ...draft, [key]: { before: change?.before ?? saved[key] ?? null, mine } };
}

/** The draft without the fields that have been saved with the same value meanwhile, whether by this person or another. */
export function settle(saved: Fields, draft: Draft): Draft {
  return Object.fromEntries(
    Object.entries(draft).filter(
      ([key, { mine }]) => Object.hasOwn(saved, key) && !isSameJson(saved[key], mine),
    ),
  );
}

/** The draft once what was sent is saved. A field that was changed again since stays changed, now from the saved value. */
export function unsent(sent: Fields, draft: Draft): Draft {
  return Object.fromEntries(
    Object.entries(draft).flatMap(([key, change]) => {
      const before = sent[key];
      if (before === undefined) return [[key, change]];
      return isSameJson(before, change.mine) ? [] : [[key, { before, mine: change.mine }]];
    }),
  );
}

/** The fields as the form shows them: the draft's value if there is one, else the saved value. */
export function shownFields<F extends Fields>(saved: F, draft: Draft): F {
  // The draft holds only what this form put into it, field by field.
  return { ...saved, ...changesOf(saved, draft) };
}

/** The changes to save. */
export function changesOf<F extends Fields>(saved: F, draft: Draft): Partial<F> {
  const entries = Object.keys(saved).flatMap((key) => {
    const change = changeOf(draft, key);
    return change === undefined ? [] : [[key, change.mine]];
  });
  return Object.fromEntries(entries) as Partial<F>;
}

/**
 * The fields that another person has changed since the editing began.
 *
 * @param sent what this person has sent to be saved: the fields may have been changed again since
 */
export function conflictsOf(saved: Fields, draft: Draft, sent: Fields = {}): string[] {
  return Object.entries(draft)
    .filter(([key, { before, mine }]) =>
      [before, mine, sent[key]].every((own) => !isSameJson(saved[key], own)),
    )
    .map(([key]) => key);
}

/** The fields that differ. */
export function differing(before: Fields, after: Fields): string[] {
  return Object.keys(after).filter((key) => !isSameJson(before[key], after[key]));
}

/** Keeps the draft's value over the one that another person has saved. */
export function keepMine(saved: Fields, draft: Draft, key: string): Draft {
  const change = changeOf(draft, key);
  return change === undefined ? draft : { ...draft, [key]: { ...change, before: saved[key] ?? null } };
}

/** Keeps the value that another person has saved. */
export function takeTheirs(draft: Draft, key: string): Draft {
  const { [key]: _, ...others } = draft;
  return others;
}
