import { isExactNumber, parseExactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { decimalText, parseDecimal } from '@/lib/inputs/decimal';
import { copyOrigin } from './origin';

/**
 * Under this key, an object or list of a document keeps the text of its scalars that JSON would write differently:
 * `1.10`, `9007199254740993`, `0x1F`, `~`. Spreading an object keeps it; `JSON.stringify` and `Object.keys` leave it out.
 */
const written = Symbol('written');

type Sources = Readonly<Record<string, string>>;
type Container = object & { [written]?: Sources };

const sourcesOf = (container: Container): Sources => container[written] ?? {};

/** A scalar, and the text it is written in. */
export interface WrittenScalar {
  value: unknown;
  source: string;
}

/**
 * Puts values in the place of what a parser made of scalars, throughout a document, and keeps their texts. An alias is
 * visited once.
 *
 * @param scalarOf what a member stands for; null if it is a value as it is
 */
export function openScalars(document: unknown, scalarOf: (value: unknown) => WrittenScalar | null): unknown {
  const root = { document };
  const seen = new Set<object>([root]);
  const left: Container[] = [root];
  for (let container = left.pop(); container !== undefined; container = left.pop()) {
    const sources: [string, string][] = [];
    for (const [key, member] of Object.entries(container)) {
      const scalar = scalarOf(member);
      if (scalar !== null) {
        setMember(container, key, scalar.value);
        sources.push([key, scalar.source]);
      } else if (typeof member === 'object' && member !== null && !seen.has(member)) {
        seen.add(member);
        left.push(member);
      }
    }
    if (sources.length > 0) container[written] = Object.fromEntries(sources);
  }
  return root.document;
}

/** Unlike assignment, this makes an own member even of `__proto__`. */
function setMember(container: object, key: string, value: unknown): void {
  Object.defineProperty(container, key, { value, enumerable: true, writable: true, configurable: true });
}

/** How a scalar is written, if JSON would write it differently; null otherwise. */
export function writtenAt(container: Container, key: string | number): string | null {
  const sources = sourcesOf(container);
  return Object.hasOwn(sources, key) ? (sources[key] ?? null) : null;
}

/** Sets a member as another object has it, with the text it is written in; a reference, with the file it is in. */
export function copyMember(from: Record<string, unknown>, key: string, to: Record<string, unknown>): void {
  setMember(to, key, from[key]);
  if (key === '$ref') copyOrigin(from, to);
  const source = writtenAt(from, key);
  if (source === null && writtenAt(to, key) === null) return;
  const { [key]: _, ...others } = sourcesOf(to);
  Object.assign(to, { [written]: source === null ? others : { ...others, [key]: source } });
}

/** An object with the members of both; those of the second one override the others. */
export function withMembers(
  node: Record<string, unknown>,
  others: Record<string, unknown>,
): Record<string, unknown> {
  const merged = { ...node };
  for (const key of Object.keys(others)) copyMember(others, key, merged);
  return merged;
}

/** The text of a scalar that its schema says is a text; null if it is another kind of value. */
export function textOfScalar(container: Container, key: string | number, value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean')
    return writtenAt(container, key) ?? String(value);
  return value === null ? writtenAt(container, key) : null;
}

/** A finite number with all its digits: itself, or as decimal text where a double doesn't hold it. Null if it is no number. */
export function exactNumber(container: Container, key: string | number, value: unknown): JsonValue {
  if (typeof value !== 'number') return null;
  const digits = decimalsOf(writtenAt(container, key));
  if (digits !== null && !isExactNumber(digits)) return digits;
  return Number.isFinite(value) ? value : null;
}

/** The same with the zeros at its end, as a default is sent: `1.10`. */
export function numberAsWritten(container: Container, key: string | number, value: unknown): JsonValue {
  const exact = exactNumber(container, key, value);
  const digits = decimalsOf(writtenAt(container, key));
  const isPlain = digits !== null && /^-?(0|[1-9]\d*)\.\d+$/.test(digits);
  return typeof exact === 'number' && isPlain ? digits : exact;
}

/** A number within JSON of any form: an exact one where a double would change it. */
export function numberInJson(container: Container, key: string | number, value: number): JsonValue {
  const digits = decimalsOf(writtenAt(container, key));
  if (digits !== null) return parseExactJson(digits);
  return Number.isFinite(value) ? value : null;
}

/** A number's text in decimal digits; YAML has other forms as well. */
function decimalsOf(source: string | null): string | null {
  if (source === null) return null;
  if (/^0[xo]/.test(source)) return String(BigInt(source));
  if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(source)) return source;
  const decimal = parseDecimal(source);
  return decimal === null ? null : decimalText(decimal);
}
