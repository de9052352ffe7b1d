import type { JsonValue } from '@/lib/json';

/** What a form edits, field by field. */
export type Fields = Readonly<Record<string, JsonValue>>;

/** One field that was changed and not saved: how it stood when one began, and what one wants. */
export interface Change {
  before: JsonValue;
  mine: JsonValue;
}

/** What was changed and not saved. Other fields follow what is saved. */
export type Draft = Readonly<Record<string, Change>>;

export const noDraft: Draft = {};

const isSame = (a: JsonValue | undefined, b: JsonValue | undefined) =>
  JSON.stringify(a) === JSON.stringify(b);

const changeOf = (draft: Draft, key: string): Change | undefined =>
  Object.hasOwn(draft, key) ? draft[key] : undefined;

/** The draft after a field got a value. Back to what is saved is no change. */
export function edit(saved: Fields, draft: Draft, key: string, mine: JsonValue): Draft {
  const { [key]: change, ...others } = draft;
  if (isSame(saved[key], mine)) return others;
  return { ...draft, [key]: { before: change?.before ?? saved[key] ?? null, mine } };
}

/** The draft without what has been saved meanwhile, by whomever, just as one wants it. */
export function settle(saved: Fields, draft: Draft): Draft {
  return Object.fromEntries(
    Object.entries(draft).filter(([key, { mine }]) => Object.hasOwn(saved, key) && !isSame(saved[key], mine)),
  );
}

/** The fields as the form shows them: one's own where they were changed, else as they are saved. */
export function shownFields<F extends Fields>(saved: F, draft: Draft): F {
  // The draft holds what this very form put into it, field by field.
  return { ...saved, ...changesOf(saved, draft) };
}

/** What is to be saved. */
export function changesOf<F extends Fields>(saved: F, draft: Draft): Partial<F> {
  const entries = Object.keys(saved).flatMap((key) => {
    const change = changeOf(draft, key);
    return change === undefined ? [] : [[key, change.mine]];
  });
  return Object.fromEntries(entries) as Partial<F>;
}

/** The fields that somebody else has changed since one began to change them. */
export function conflictsOf(saved: Fields, draft: Draft): string[] {
  return Object.entries(draft)
    .filter(([key, { before, mine }]) => !isSame(saved[key], before) && !isSame(saved[key], mine))
    .map(([key]) => key);
}

/** The fields that differ. */
export function differing(before: Fields, after: Fields): string[] {
  return Object.keys(after).filter((key) => !isSame(before[key], after[key]));
}

/** One's own value stands over what somebody else has saved. */
export function keepMine(saved: Fields, draft: Draft, key: string): Draft {
  const change = changeOf(draft, key);
  return change === undefined ? draft : { ...draft, [key]: { ...change, before: saved[key] ?? null } };
}

/** What somebody else has saved stands. */
export function takeTheirs(draft: Draft, key: string): Draft {
  const { [key]: _, ...others } = draft;
  return others;
}
