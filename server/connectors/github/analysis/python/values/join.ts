import type { Fallback } from '../../values/draft';
import type { Draft } from './draft';
import { isNone, jsonOf, unknown } from './make';
import type { Value } from './value';

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

/**
 * What a name stands for after two branches that give it different values.
 *
 * @param isNearer whether both stand in one expression, such as `a or b`
 */
export function join(left: Value | undefined, right: Value | undefined, isNearer = true): Value {
  if (left === undefined) return right ?? unknown;
  if (right === undefined || left === right) return left;
  const [draft, other] = [draftIn(left), draftIn(right)];
  // What holds of one of two inputs holds of neither alone.
  if (draft !== null && other !== null && draft !== other) return unknown;
  if (draft !== null || other !== null) {
    if (other === null) draft?.offerFallback(fallbackOf(right), isNearer);
    if (draft === null) other?.offerFallback(fallbackOf(left), isNearer);
    return draft === null ? right : left;
  }
  if (isNone(left)) return right;
  if (isNone(right)) return left;
  if (left.kind === 'unknown') return isLiteral(right) ? left : right;
  if (right.kind === 'unknown') return isLiteral(left) ? right : left;
  if (left.kind === 'test' || right.kind === 'test') return left.kind === 'test' ? left : right;
  if (!isLiteral(left)) return left;
  if (!isLiteral(right)) return right;
  return JSON.stringify(jsonOf(left)) === JSON.stringify(jsonOf(right)) ? left : unknown;
}

const isLiteral = (value: Value): boolean =>
  value.kind === 'plain' || value.kind === 'items' || value.kind === 'dict' || value.kind === 'typed';
