import type { JsonValue } from '@/lib/base/json';

const mostItems = 1000;

/** What a method of a text returns; undefined for those that aren't known. */
export function textAfter(
  text: string,
  method: string | undefined,
  given: JsonValue | undefined,
): JsonValue | undefined {
  switch (method) {
    case 'lower':
      return text.toLowerCase();
    case 'upper':
      return text.toUpperCase();
    case 'strip':
      return text.trim();
    case 'split':
      return given === undefined || given === null
        ? text.split(/\s+/)
        : typeof given === 'string'
          ? text.split(given)
          : undefined;
    case 'join':
      return Array.isArray(given) ? given.join(text) : undefined;
    default:
      return undefined;
  }
}

/** The numbers of `range(…)`, unless there are too many. */
export function rangeOf(values: (JsonValue | undefined)[]): number[] | undefined {
  if (!values.every((value) => typeof value === 'number')) return undefined;
  const [start, end, step] =
    values.length === 1 ? [0, values[0] ?? 0, 1] : [values[0] ?? 0, values[1] ?? 0, values[2] ?? 1];
  const count = Math.max(0, Math.ceil((end - start) / step));
  return count > mostItems || step === 0
    ? undefined
    : Array.from({ length: count }, (_, at) => start + at * step);
}
