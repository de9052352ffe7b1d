import type { Fallback } from '../../values/draft';
import type { Draft } from './draft';
import { jsonOf, testValue, unknown } from './make';
import { opposite } from './tests';
import type { Test, Value } from './value';

/** A value as what a script takes instead of an input. */
export function fallbackOf(value: Value): Fallback | null {
  const literal = jsonOf(value);
  if (literal !== undefined) return { literal };
  return value.kind === 'unknown' && value.code !== null ? { code: value.code } : null;
}

/** The input that a value is about. */
export function draftIn(value: Value): Draft | null {
  if (value.kind === 'subject') return value.draft;
  return value.kind === 'test' ? value.test.of : null;
}

/** Whether a test tells if an input is there. */
const isAbout = (test: Test, draft: Draft): boolean =>
  test.about.includes(draft) || (draft.owner !== null && test.about.includes(draft.owner));

/**
 * What a name stands for after two branches that give it different values.
 *
 * @param test what tells the branches apart: an input becomes the other value only where it is about that input; null for
 *   values of which one stands in for the other
 */
export function join(whenTrue: Value | undefined, whenFalse: Value | undefined, test: Test | null): Value {
  if (whenTrue === undefined) return whenFalse ?? unknown;
  if (whenFalse === undefined || whenTrue === whenFalse) return whenTrue;
  const [a, b] = [draftIn(whenTrue), draftIn(whenFalse)];
  if (a === null && b === null) return joinOthers(whenTrue, whenFalse, test);
  // What holds of one of two inputs holds of neither alone.
  if (a !== null && b !== null) return a === b ? whenTrue : joinDrafts(a, b, whenTrue, whenFalse, test);
  const [draft, kept, other] = a === null ? [b, whenFalse, whenTrue] : [a, whenTrue, whenFalse];
  if (draft !== null && (test === null || isAbout(test, draft))) {
    draft.offerFallback(fallbackOf(other));
    if (other.kind === 'unknown' && other.typeId !== null && kept.kind === 'subject')
      draft.become(other.typeId);
  }
  return kept;
}

/** `if (is.null(a)) b else a`: the other stands in for the one that the test is about. */
function joinDrafts(a: Draft, b: Draft, whenTrue: Value, whenFalse: Value, test: Test | null): Value {
  if (test === null) return whenTrue;
  return isAbout(test, b) && !isAbout(test, a) ? whenFalse : isAbout(test, a) ? whenTrue : unknown;
}

function joinOthers(whenTrue: Value, whenFalse: Value, test: Test | null): Value {
  if (whenTrue.kind === 'thing' && whenTrue.thing.join?.(whenFalse, test) === true) return whenTrue;
  if (whenFalse.kind === 'thing' && whenFalse.thing.join?.(whenTrue, test) === true) return whenFalse;
  if (whenTrue.kind === 'null' || whenTrue.kind === 'na') return whenFalse;
  if (whenFalse.kind === 'null' || whenFalse.kind === 'na') return whenTrue;
  if (whenTrue.kind === 'plain' && whenFalse.kind === 'plain') {
    if (whenTrue.value === whenFalse.value) return whenTrue;
    if (test !== null && typeof whenTrue.value === 'boolean' && typeof whenFalse.value === 'boolean')
      return testValue(whenTrue.value ? test : opposite(test));
    return unknown;
  }
  if (whenTrue.kind === 'unknown') return isLiteral(whenFalse) ? whenTrue : whenFalse;
  if (whenFalse.kind === 'unknown') return isLiteral(whenTrue) ? whenFalse : whenTrue;
  if (whenTrue.kind === 'items' && whenFalse.kind === 'items') {
    // What was added in one branch may be there.
    const longer = whenTrue.items.length >= whenFalse.items.length ? whenTrue : whenFalse;
    const isSame = JSON.stringify(jsonOf(whenTrue)) === JSON.stringify(jsonOf(whenFalse));
    return isSame && jsonOf(whenTrue) !== undefined ? whenTrue : { ...longer, isOpen: true };
  }
  if (!isLiteral(whenTrue)) return whenTrue;
  return isLiteral(whenFalse) ? unknown : whenFalse;
}

const isLiteral = (value: Value): boolean => value.kind === 'plain' || value.kind === 'items';
