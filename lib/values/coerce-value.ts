import { digitsOf, plainScalar } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { counted } from '@/lib/base/text/counted';
import { takesAnyJson } from '@/lib/inputs/any-json';
import { compareDecimals, type Decimal, decimalText, isWhole, parseDecimal } from '@/lib/inputs/decimal';
import type { Constraints, InputType } from '@/lib/inputs/input';
import { compareIsoDates, isIsoDate, isIsoDateTime, isIsoTime } from '@/lib/inputs/iso-time';
import { countFault, numberFault } from '@/lib/inputs/limits';
import { encodedIn } from '@/lib/type-systems/kept/charset';
import { secondsFault } from '@/lib/type-systems/kept/kept-seconds';
import { countCharacters } from '@/lib/type-systems/kept/text-length';
import { typeSystemOf } from '@/lib/type-systems/type-systems';
import { jsonFault, textFault, writtenJsonFault } from '@/lib/values/check-json';

/** The value to send, or why it can't be sent, worded for the person who filled it in. */
export type Coerced = { ok: true; value: JsonValue } | { ok: false; message: string };

const maximumDimensions = 6;
const shownOptions = 10;
const largestSingle = 3.4028235e38;

/**
 * Checks one value against its type and converts it to the shape that is sent. Numbers may be JSON numbers or decimal
 * text, and text keeps every digit. Null is a value of every type. `checkValues` has already decided what an empty
 * value means.
 */
export function coerceValue(type: InputType, value: JsonValue): Coerced {
  if (value === null) return accepted(null);
  if (type.alternatives !== undefined) return coerceAlternatives(type.alternatives, value);
  switch (type.jsonType) {
    case 'array':
      return refuseCount(type.constraints, coerceArray(type, value, 1));
    case 'object':
      return takesAnyJson(type) ? coerceAnyJson(value) : coerceObject(type, type.properties ?? [], value);
    case 'boolean':
      return coerceBoolean(type, value);
    case 'number':
      return coerceNumber(type, value);
    case 'string':
      return coerceText(type, value);
  }
}

function accepted(value: JsonValue): Coerced {
  return { ok: true, value };
}

function refused(message: string): Coerced {
  return { ok: false, message };
}

function coerceBoolean(type: InputType, value: JsonValue): Coerced {
  const word = String(plainScalar(value)).trim().toLowerCase();
  const isWord = typeof value !== 'object';
  if (isWord && (word === 'true' || word === 'false')) return accepted(word === 'true');
  const meant = isWord ? typeSystemOf(type).booleanWord(word) : null;
  return meant === null ? refused('Must be true or false') : accepted(meant);
}

function coerceNumber(type: InputType, value: JsonValue): Coerced {
  const { constraints, options } = type;
  const whole = constraints.step === 1;
  const plain = whole ? 'Must be a whole number' : 'Must be a number';
  if (typeof value !== 'number' && typeof value !== 'string') return refused(plain);
  const digits = digitsOf(value);
  if (digits !== null) return coerceNumber(type, digits);
  if (typeof value === 'number' && isBeyondExact(constraints, value)) {
    return refused('Is too large for a JSON number to hold exactly; write it as text, in quotes');
  }
  const text = String(value).trim().replace(/^\+/, '');
  if (!whole && typeSystemOf(type).isNumberWord(text)) return accepted(text);
  const decimal = parseDecimal(text);
  if (decimal === null || (whole && !isWhole(decimal))) return refused(plain);
  const { minimum, maximum, validationMessage } = constraints;
  const lowest = minimum === undefined ? null : parseDecimal(String(minimum));
  const highest = maximum === undefined ? null : parseDecimal(String(maximum));
  if (lowest !== null && compareDecimals(decimal, lowest) < 0) {
    return refused(validationMessage ?? `Must be at least ${minimum}`);
  }
  if (highest !== null && compareDecimals(decimal, highest) > 0) {
    return refused(validationMessage ?? `Must be at most ${maximum}`);
  }
  const narrower =
    numberFault(constraints, decimal) ?? (options === null ? null : optionFault(options, text));
  if (narrower !== null) return refused(validationMessage ?? narrower);
  if (vanishes(decimal, text, maximum)) return refused(validationMessage ?? 'Is too close to zero');
  if (typeof value === 'number') return accepted(value);
  // Sources read whole numbers without an exponent or a fraction of zeros only.
  return accepted(whole && /[.e]/i.test(text) ? decimalText(decimal) : text);
}

/** True for a number that JSON has already rounded, where the type would have kept its digits. */
function isBeyondExact({ maximum }: Constraints, value: number): boolean {
  // A number too large for any double was read as infinite.
  if (!Number.isFinite(value)) return true;
  return !isFloating(maximum) && Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** True for the types that round: their largest number can't be incremented by one. */
function isFloating(maximum: Constraints['maximum']): maximum is number {
  return typeof maximum === 'number' && maximum > Number.MAX_SAFE_INTEGER;
}

/** True for a number other than zero that the type could only hold as zero. */
function vanishes(decimal: Decimal, text: string, maximum: Constraints['maximum']): boolean {
  if (!isFloating(maximum) || decimal.digits === '') return false;
  const isSingle = maximum <= largestSingle;
  return (isSingle ? Math.fround(Number(text)) : Number(text)) === 0;
}

function coerceText(type: InputType, value: JsonValue): Coerced {
  if (typeof value !== 'string' || digitsOf(value) !== null) return refused('Must be text');
  const fault = textFault(value);
  if (fault !== null) return refused(fault);
  if (type.options !== null) return coerceOption(type.options, value);
  switch (type.component) {
    case 'b-datepicker':
      return coerceTime(type, value.trim(), isIsoDate, 'Must be a date such as 2026-11-20');
    case 'b-datetimepicker':
      return coerceTime(
        type,
        typeSystemOf(type).dateTimeText(value.trim()),
        isIsoDateTime,
        'Must be a date and time such as 2026-11-20T14:02:11',
      );
    case 'b-timepicker':
      return coerceTime(type, value.trim(), isIsoTime, 'Must be a time such as 14:02:11');
    default:
      return coercePlainText(type, value);
  }
}

function coerceOption(options: string[], value: string): Coerced {
  const fault = optionFault(options, value);
  return fault === null ? accepted(value) : refused(fault);
}

function optionFault(options: string[], value: string): string | null {
  if (options.includes(value)) return null;
  const shown = options.slice(0, shownOptions).join(', ');
  return `Must be one of: ${shown}${options.length > shownOptions ? ', …' : ''}`;
}

function coerceTime(
  type: InputType,
  text: string,
  isValid: (text: string) => boolean,
  hint: string,
): Coerced {
  if (type.component !== 'b-timepicker' && /^-?infinity$/i.test(text)) return accepted(text);
  if (!isValid(text)) return refused(hint);
  const { minimum, maximum, validationMessage, ticksPerSecond } = type.constraints;
  const kept = ticksPerSecond ?? typeSystemOf(type).ticksPerSecond;
  const cut = kept === null ? null : secondsFault(text, kept);
  if (cut !== null) return refused(cut);
  if (typeof minimum === 'string' && compareIsoDates(text, minimum) < 0) {
    return refused(validationMessage ?? `Must not be before ${minimum}`);
  }
  // A bound that is a day includes the whole of that day.
  if (typeof maximum === 'string' && compareIsoDates(cutLike(text, maximum), maximum) > 0) {
    return refused(validationMessage ?? `Must not be after ${maximum}`);
  }
  return accepted(text);
}

/** The day alone, where the bound is one. */
function cutLike(text: string, bound: string): string {
  const day = /^-?\d+-\d\d-\d\d/.exec(text)?.[0] ?? text;
  return /[T ]/.test(bound) ? text : day + (/ BC$/i.exec(text)?.[0] ?? '');
}

function coercePlainText(type: InputType, value: string): Coerced {
  const { pattern, minLength, maxBytes, validationMessage } = type.constraints;
  if (pattern !== undefined) {
    // A pattern fully defines the format, including its length.
    const matches = new RegExp(`^(?:${pattern})$`, 'u').test(value.trim());
    if (!matches) return refused(validationMessage ?? 'Does not have the required format');
    const tooLong = lengthFault(type, value.trim());
    return tooLong === null ? accepted(value.trim()) : refused(tooLong);
  }
  const foreign = charsetFault(type.constraints, value);
  if (foreign !== null) return refused(foreign);
  const tooLong = lengthFault(type, value);
  if (tooLong !== null) return refused(validationMessage ?? tooLong);
  if (minLength !== undefined && countCharacters(value) < minLength) {
    return refused(validationMessage ?? `Must be at least ${counted(minLength, 'character')} long`);
  }
  if (maxBytes !== undefined && new TextEncoder().encode(value).length > maxBytes) {
    const explained = 'letters with accents and symbols count for more than one';
    return refused(
      validationMessage ?? `Must be at most ${counted(maxBytes, 'byte')} long, of which ${explained}`,
    );
  }
  return accepted(value);
}

function lengthFault(type: InputType, value: string): string | null {
  const { maxLength, pattern, charset } = type.constraints;
  if (maxLength === undefined) return null;
  // No way of counting but that of bytes in a charset counts more than UTF-16 units, so most texts need no counting.
  if (charset === undefined && value.length <= maxLength) return null;
  const length = typeSystemOf(type).textLength(value, type.constraints);
  if (length === null || length <= maxLength) return null;
  if (pattern !== undefined) return `Must be at most ${counted(maxLength, 'byte')} long`;
  const most = `Must be at most ${counted(maxLength, charset === undefined ? 'character' : 'byte')} long`;
  const isCounted = charset !== undefined || length === countCharacters(value);
  return isCounted ? most : `${most}; symbols such as emoji count as two`;
}

/** A database would store another character, without saying so. */
function charsetFault({ charset }: Constraints, value: string): string | null {
  const encoded = charset === undefined ? null : encodedIn(charset, value);
  if (encoded === null || 'bytes' in encoded) return null;
  return `Must not contain “${encoded.missing}”, which ${charset} doesn’t have: the database would store another character`;
}

function coerceArray(type: InputType, value: JsonValue, dimension: number): Coerced {
  if (!Array.isArray(value)) return refused('Must be a list');
  if (dimension > maximumDimensions) return refused(`Must have at most ${maximumDimensions} dimensions`);
  const { element } = type;
  if (element === null) return coerceAnyJson(value);
  const mayNest = typeSystemOf(type).hasDimensions && !takesAnyJson(element) && element.jsonType !== 'array';
  const nested = mayNest && value.some(Array.isArray);
  const items: JsonValue[] = [];
  for (const [index, item] of value.entries()) {
    if (element.component === 'b-file' && item === '') return refused(`Item ${index + 1}: Choose a file`);
    const coerced = nested ? coerceArray(type, item, dimension + 1) : coerceValue(element, item);
    if (!coerced.ok) return refused(`Item ${index + 1}: ${coerced.message}`);
    items.push(coerced.value);
  }
  if (nested && new Set(items.map(shapeOf)).size > 1)
    return refused('Inner lists must all have the same length');
  // To the server, a multidimensional list without elements is just an empty list.
  if (nested && items.some((item) => Array.isArray(item) && item.length === 0))
    return refused('Inner lists must not be empty');
  return accepted(items);
}

/** The lengths of a list and of the lists within its first item, e.g. `2x3`. */
function shapeOf(value: JsonValue): string {
  if (!Array.isArray(value)) return '';
  return `${value.length}x${shapeOf(value[0] ?? null)}`;
}

function coerceObject(
  { requiredKeys = [], isOpen = false, constraints }: InputType,
  properties: { key: string; type: InputType }[],
  value: JsonValue,
): Coerced {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return refused('Must be an object');
  const known = new Set(properties.map(({ key }) => key));
  const strangers = Object.entries(value).filter(([key]) => !known.has(key));
  const [stranger] = strangers;
  if (stranger !== undefined && !isOpen) return refused(`Has no attribute named "${stranger[0]}"`);
  const missing = requiredKeys.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) return refused(`Must have "${missing}"`);
  const entries: [string, JsonValue][] = [];
  for (const { key, type } of properties) {
    const own = Object.hasOwn(value, key) ? value[key] : undefined;
    if (own === undefined) continue;
    const coerced = coerceValue(type, own);
    if (!coerced.ok) return refused(`${key}: ${coerced.message}`);
    entries.push([key, coerced.value]);
  }
  const others = coerceAnyJson(Object.fromEntries(strangers));
  if (!others.ok) return others;
  // Unlike assignment, fromEntries makes an own property even of `__proto__`.
  return refuseCount(constraints, accepted(Object.fromEntries([...entries, ...strangers])));
}

/** The first of the types that takes the value decides what is sent. */
function coerceAlternatives(alternatives: InputType[], value: JsonValue): Coerced {
  const outcomes = alternatives.map((type) => coerceValue(type, value));
  const taken = outcomes.find(({ ok }) => ok);
  if (taken !== undefined) return taken;
  const reasons = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.message]));
  return refused(`Matches none of the allowed forms: ${[...new Set(reasons)].slice(0, 3).join('; or: ')}`);
}

/** How many items or keys a value may have. */
function refuseCount(constraints: Constraints, coerced: Coerced): Coerced {
  if (!coerced.ok || coerced.value === null || typeof coerced.value !== 'object') return coerced;
  const fault = countFault(constraints, coerced.value);
  return fault === null ? coerced : refused(constraints.validationMessage ?? fault);
}

function coerceAnyJson(value: JsonValue): Coerced {
  const fault = jsonFault(value) ?? (typeof value === 'string' ? writtenJsonFault(value) : null);
  return fault === null ? accepted(value) : refused(fault);
}
