import { native, nothing, numberOf, plain, testValue, textOf, unknownCode } from '../values/make';
import { oneOf } from '../values/tests';
import type { Call, Native, Value } from '../values/value';

/** Converts a value, or each of its elements; an input learns its type. */
function converted(value: Value, typeId: string, code: string | null): Value {
  switch (value.kind) {
    case 'subject':
      value.draft.become(typeId);
      return value;
    case 'thing':
      value.thing.become?.(typeId);
      return value;
    case 'plain':
      return plainAs(value, typeId) ?? unknownCode(code, typeId);
    case 'items':
      return {
        ...value,
        items: value.items.map((item) => ({ ...item, value: converted(item.value, typeId, code) })),
      };
    case 'unknown':
      return { ...value, code: code ?? value.code, typeId };
    case 'na':
      return { kind: 'na', typeId };
    default:
      return value;
  }
}

function plainAs(value: Extract<Value, { kind: 'plain' }>, typeId: string): Value | null {
  const { value: literal } = value;
  switch (typeId) {
    case 'integer':
    case 'numeric': {
      const number =
        typeof literal === 'string'
          ? literal.trim() === ''
            ? Number.NaN
            : Number(literal)
          : Number(literal);
      if (Number.isNaN(number)) return { kind: 'na', typeId };
      return plain(typeId === 'integer' ? Math.trunc(number) : number, typeId);
    }
    case 'logical': {
      if (typeof literal !== 'string') return plain(Boolean(literal));
      if (/^(TRUE|true|True|T)$/.test(literal)) return plain(true);
      return /^(FALSE|false|False|F)$/.test(literal) ? plain(false) : { kind: 'na', typeId };
    }
    case 'character':
      return plain(typeof literal === 'boolean' ? String(literal).toUpperCase() : String(literal));
    case 'Date':
      return typeof literal === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(literal)
        ? plain(literal, 'Date')
        : null;
    default:
      return null;
  }
}

const to = (typeId: string): Native =>
  native('x ...', (call) => converted(call.value('x') ?? nothing, typeId, call.code));

/** Days as `2026-01-31`; text of another form stays text. */
const toDate = native('x format tryFormats tz ...', (call) => {
  const format = textOf(call.value('format'));
  const value = call.value('x') ?? nothing;
  const isPlainDay = format === null || format === '%Y-%m-%d' || format === '%F';
  if (!isPlainDay) return value.kind === 'subject' ? value : unknownCode(call.code, 'Date');
  return converted(value, 'Date', call.code);
});

/** A moment, which is a day if its text is one. */
const toMoment = native('x ...', (call) => converted(call.value('x') ?? nothing, 'POSIXct', call.code));

const toLogical = native('x ...', (call) => {
  const value = call.value('x') ?? nothing;
  return value.kind === 'test' ? value : converted(value, 'logical', call.code);
});

const toText = native('x ...', (call) => {
  const value = call.value('x') ?? nothing;
  if (value.kind === 'subject' || value.kind === 'thing') return value;
  return converted(value, 'character', call.code);
});

/** Code that computes a day or a moment each time. */
const computed = (typeId: string): Native => native('...', (call) => unknownCode(call.code, typeId));

/** `as(x, class(y))`: takes the type of the other value. */
const asClass = native('object Class', (call) => {
  const wanted = textOf(call.value('Class'));
  return wanted === null
    ? (call.value('object') ?? nothing)
    : converted(call.value('object') ?? nothing, wanted, call.code);
});

const formatted = native('x format ...', (call: Call) => {
  const value = call.value('x') ?? nothing;
  if (value.kind === 'subject') return value;
  if (value.kind === 'unknown') {
    const format = textOf(call.value('format') ?? call.rest[0]?.value());
    const isDay = value.typeId === 'Date' && (format === null || format === '%Y-%m-%d' || format === '%F');
    const isDayOfMoment = value.typeId === 'POSIXct' && (format === '%Y-%m-%d' || format === '%F');
    return unknownCode(call.code, isDay || isDayOfMoment ? 'Date' : 'character');
  }
  const number = numberOf(value);
  return number !== null ? plain(String(number)) : value;
});

/** Whether a text says yes, in its own words. */
const truthOf = native('x ...', (call) => {
  const value = call.value('x') ?? nothing;
  return value.kind === 'subject' ? testValue(oneOf(value.draft, ['true'])) : value;
});

const names = (text: string, value: Native): [string, Native][] =>
  text.split(' ').map((name) => [name, value]);

export const conversionCalls: ReadonlyMap<string, Native> = new Map([
  ...names('as.integer strtoi parse_integer as_integer', to('integer')),
  ...names('as.numeric as.double parse_number parse_double as_double as.float', to('numeric')),
  ...names('as.logical parse_logical as_logical', toLogical),
  ...names('as.character toString format_iso_8601 shQuote noquote dQuote sQuote', toText),
  ...names('as.Date as_date ymd parse_date as.IDate', toDate),
  ...names('as.POSIXct as.POSIXlt as_datetime ymd_hms ymd_hm parse_datetime', toMoment),
  ...names('Sys.Date today', computed('Date')),
  ...names('Sys.time now', computed('POSIXct')),
  ...names('format strftime', formatted),
  ['as', asClass],
  ['parse_bool', truthOf],
]);
