import type { JsonValue } from '@/lib/base/json';
import type { Draft } from './draft';
import type { Closed, Need, Test, Word } from './value';

/** A test that tells nothing, or only whether it holds. */
export const plainTest = (truth: boolean | null): Test => ({
  truth,
  missing: { whenTrue: [], whenFalse: [] },
  closed: { whenTrue: [], whenFalse: [] },
  terms: { whenTrue: null, whenFalse: null },
  about: [],
  of: null,
  word: null,
});

export const opposite = ({ truth, missing, closed, terms, about }: Test): Test => ({
  truth: truth === null ? null : !truth,
  missing: { whenTrue: missing.whenFalse, whenFalse: missing.whenTrue },
  closed: { whenTrue: closed.whenFalse, whenFalse: closed.whenTrue },
  terms: { whenTrue: terms.whenFalse, whenFalse: terms.whenTrue },
  about,
  of: null,
  word: null,
});

export function both(left: Test, right: Test): Test {
  if (left.truth === false || right.truth === false) return { ...plainTest(false), about: left.about };
  if (left.truth === true) return right;
  if (right.truth === true) return left;
  const [a, b] = [left.terms.whenTrue, right.terms.whenTrue];
  return {
    truth: null,
    missing: {
      whenTrue: sameNeeds([left.missing.whenTrue, right.missing.whenTrue]),
      whenFalse: [...left.missing.whenFalse, ...right.missing.whenFalse],
    },
    closed: {
      whenTrue: unionOf([left.closed.whenTrue, right.closed.whenTrue]),
      whenFalse: [...left.closed.whenFalse, ...right.closed.whenFalse],
    },
    terms: { whenTrue: a !== null && b !== null ? [...a, ...b] : null, whenFalse: null },
    about: [...left.about, ...right.about],
    of: left.of === null || right.of === null || left.of === right.of ? (right.of ?? left.of) : null,
    word: left.word ?? right.word,
  };
}

export const either = (left: Test, right: Test): Test => {
  const all = opposite(both(opposite(left), opposite(right)));
  const isSame = left.of !== null && (right.of === left.of || right.of === null);
  return { ...all, of: isSame ? left.of : right.of, word: mergedWord(left, right) };
};

const mergedWord = (left: Test, right: Test): Word | null =>
  left.word !== null && right.word !== null ? left.word.merge(right.word) : (left.word ?? right.word);

/** The needs that stand in each of several lists. */
export function sameNeeds(lists: readonly (readonly Need[])[]): Need[] {
  const [first = [], ...rest] = lists;
  return first.filter((need) => rest.every((list) => list.some(({ about }) => about === need.about)));
}

/** What an input may be where only all of several lists together end the script. */
export function unionOf(lists: readonly (readonly Closed[])[]): Closed[] {
  const [first = [], ...rest] = lists;
  return first.flatMap(({ draft, values }) => {
    const others = rest.map((list) => list.find((closed) => closed.draft === draft));
    if (others.includes(undefined)) return [];
    return [{ draft, values: [...values, ...others.flatMap((each) => each?.values ?? [])] }];
  });
}

/** `is.null(input)` and its like. */
export function missingTest(draft: Draft): Test {
  draft.isTested = true;
  return {
    ...plainTest(null),
    missing: { whenTrue: [draft], whenFalse: [] },
    terms: {
      whenTrue: [{ draft, test: 'is_empty', values: [] }],
      whenFalse: [{ draft, test: 'is_filled', values: [] }],
    },
    about: [draft],
  };
}

/** Whether an input is one of some values. */
export function oneOf(draft: Draft, values: (string | number | boolean)[]): Test {
  for (const value of values) draft.compared.add(String(value));
  const closed = values.flatMap((value) => (typeof value === 'boolean' ? [] : [value]));
  return {
    ...plainTest(null),
    missing: { whenTrue: [], whenFalse: [draft] },
    closed: { whenTrue: [], whenFalse: closed.length === values.length ? [{ draft, values: closed }] : [] },
    terms: termsOf(draft, values),
    about: [draft],
    of: draft,
  };
}

/** Whether an input that may be left out is switched on. */
export function switchedOn(draft: Draft): Test {
  return {
    ...plainTest(null),
    missing: { whenTrue: [], whenFalse: [draft] },
    terms: draft.typeId === 'logical' ? termsOf(draft, [true]) : opposite(missingTest(draft)).terms,
    about: [draft],
    of: draft,
  };
}

const termsOf = (draft: Draft, values: JsonValue[]): Test['terms'] => ({
  whenTrue: [{ draft, test: 'is', values }],
  whenFalse: [{ draft, test: 'is_not', values }],
});

/** A test of how many there are of something. */
export const countTest = (about: object, whenTrue: Need[], whenFalse: Need[]): Test => ({
  ...plainTest(null),
  missing: { whenTrue, whenFalse },
  about: [about],
});
