import type { Constraints } from '@/lib/inputs/input';

/** Whether a type is a range or a multirange that every server has. */
export const isBuiltInRange = (name: string): boolean =>
  /^(?:int4|int8|num|ts|tstz|date)(?:multi)?range$/.test(name);

/** Two bounds of each built-in range, by the part of the type's name in front of `range` or `multirange`. */
const rangeBounds = new Map<string, readonly [from: string, to: string]>([
  ['date', ['2026-01-01', '2026-02-01']],
  ['ts', ['2026-01-01 08:00', '2026-01-01 17:00']],
  ['tstz', ['2026-01-01 08:00+00', '2026-01-01 17:00+00']],
  ['num', ['1.5', '10']],
]);

/** A value of a range type or a multirange type, as people write it. A bracket includes the bound, a parenthesis doesn't. */
export function exampleRange(name: string): string {
  const [, of, isMulti] = /^(.*?)(multi)?range$/.exec(name) ?? [];
  const [from, to] = rangeBounds.get(of ?? '') ?? ['1', '10'];
  const range = `[${from},${to})`;
  return isMulti === undefined ? range : `{${range}}`;
}

/** The delimiters of a range or a multirange; the server parses the rest. */
export const rangeConstraints = (name: string): Constraints => ({
  pattern: '(?:[eE][mM][pP][tT][yY]|[\\[\\(][\\s\\S]*[\\]\\)]|\\{[\\s\\S]*\\})',
  validationMessage: `Must be a range such as ${exampleRange(name)}`,
});
