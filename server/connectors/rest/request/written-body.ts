import { isDeepStrictEqual } from 'node:util';
import { digitsOf } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { compareDecimals, parseDecimal } from '@/lib/inputs/decimal';
import { jsonText } from '@/server/connectors/_shared/json/json-text';
import type { NumberShape } from '@/server/connectors/_shared/json/number-shape';
import type { RestBody, RestPart, WrittenJson } from '../executable';
import type { BuiltBody } from './build-body';

type Values = Readonly<Record<string, JsonValue>>;
type Member = WrittenJson['members'][number];

/**
 * A body of JSON as its source has written it: what nobody changed keeps its digits, its order, and its spaces, and other
 * values stand in their places. Null if none of it has a value.
 *
 * @param given the values before variables are filled in
 * @param values the same with them
 * @param fill fills in the variables of a piece of JSON
 */
export function writtenBody(
  { mediaType, parts, numbers, wholeKey }: RestBody,
  written: WrittenJson,
  given: Values,
  values: Values,
  fill: (json: string) => string,
): BuiltBody | null {
  const byKey = new Map(parts.map((part) => [part.key, part]));
  const numbersOf = (key: string) => (key === wholeKey ? numbers : byKey.get(key)?.numbers);
  const valueText = ({ key, value, whole }: Member): string | null => {
    if (key === null) return value === null ? null : fill(value);
    if (!Object.hasOwn(given, key)) return null;
    const shape = numbersOf(key);
    const isUntouched = value !== null && isSame(given[key] ?? null, whole, shape);
    return isUntouched ? fill(value) : jsonText(values[key] ?? null, shape);
  };
  const members = written.members.flatMap((member) => {
    const text = valueText(member);
    return text === null ? [] : [`${fill(member.head)}${text}${member.tail}`];
  });
  const known = new Set(written.members.map(({ key }) => key));
  const added = parts.filter(({ key }) => !known.has(key) && Object.hasOwn(values, key));
  const all = [...members, ...added.map((part) => memberOf(part, values))];
  if (all.length === 0) return null;
  const { open, close } = written;
  return { contentType: mediaType, bytes: Buffer.from(open + all.join(',') + close) };
}

const memberOf = ({ key, name, numbers }: RestPart, values: Values): string =>
  `${JSON.stringify(name)}:${jsonText(values[key] ?? null, numbers)}`;

/** Whether a value is the one that was written. Stored objects have lost their order, and forms write numbers as text. */
function isSame(given: JsonValue, written: JsonValue, numbers: NumberShape | undefined): boolean {
  if (numbers === true) {
    const [left, right] = [parseDecimal(String(given)), parseDecimal(String(written))];
    if (left !== null && right !== null) return compareDecimals(left, right) === 0;
  }
  // Where numbers are expected, a number's digits are the number.
  const read = numbers === undefined ? plain : withDigits;
  return isDeepStrictEqual(read(given), read(written));
}

/** As JSON has it, which knows one zero only. */
const plain = (value: JsonValue): unknown => JSON.parse(JSON.stringify(value));

const withDigits = (value: JsonValue): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) => digitsOf(part) ?? part);
