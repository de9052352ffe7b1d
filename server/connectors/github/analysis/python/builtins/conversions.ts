import { dictOf, itemsOf, jsonOf, plain, textOf, unknown } from '../values/make';
import type { CallArguments, Interpreter, NativeCall, Value } from '../values/value';

/** Functions that turn a text into a value of a type: what they tell of an input, and what they make of a literal. */
const types: Readonly<Record<string, string>> = {
  int: 'int',
  float: 'float',
  complex: 'complex',
  'decimal.Decimal': 'Decimal',
  'fractions.Fraction': 'Fraction',
  'uuid.UUID': 'UUID',
  'pathlib.Path': 'Path',
  'pathlib.PurePath': 'Path',
  'pathlib.PosixPath': 'Path',
  'datetime.date.fromisoformat': 'date',
  'datetime.datetime.fromisoformat': 'datetime',
  'datetime.time.fromisoformat': 'time',
  'dateutil.parser.parse': 'datetime',
  'dateutil.parser.isoparse': 'datetime',
  'json.loads': 'Any',
  'ast.literal_eval': 'Any',
  'yaml.safe_load': 'Any',
};

const convert =
  (typeId: string): NativeCall =>
  ({ positional: [value] }) => {
    if (value === undefined) return unknown;
    if (value.kind === 'subject') {
      value.draft.become(typeId);
      return value;
    }
    if (value.kind === 'test') return value;
    if (typeId === 'int' || typeId === 'float') return numberFrom(value, typeId);
    if (typeId === 'Any') return parsedJson(value);
    return jsonOf(value) === undefined ? unknown : { kind: 'typed', typeId, value };
  };

function numberFrom(value: Value, typeId: string): Value {
  const literal = jsonOf(value);
  if (typeof literal !== 'string' && typeof literal !== 'number') return unknown;
  const number = typeof literal === 'string' && literal.trim() === '' ? Number.NaN : Number(literal);
  if (!Number.isFinite(number)) return unknown;
  return typeId === 'int' ? plain(Math.trunc(number)) : plain(number, true);
}

function parsedJson(value: Value): Value {
  const text = textOf(value);
  if (text === null || text.length > 10_000) return unknown;
  try {
    return fromJson(JSON.parse(text));
  } catch {
    return unknown;
  }
}

function fromJson(json: unknown): Value {
  if (json === null || typeof json === 'string' || typeof json === 'number' || typeof json === 'boolean')
    return plain(json);
  if (Array.isArray(json)) return itemsOf(json.map(fromJson));
  return typeof json === 'object'
    ? dictOf(Object.entries(json).map(([key, value]) => [plain(key), fromJson(value)] as const))
    : unknown;
}

/** `bool(text)` is true for any text that isn't empty. */
function toBool({ positional: [value] }: CallArguments, machine: Interpreter): Value {
  if (value === undefined) return plain(false);
  if (value.kind === 'subject') {
    if (value.draft.isTextual && value.draft.typeId === null) {
      value.draft.become('bool');
      value.draft.booleans ??= ['1', ''];
    }
    return value;
  }
  return { kind: 'test', test: machine.testOf(value) };
}

const strToBool: NativeCall = ({ positional: [value] }) => {
  if (value?.kind === 'subject') {
    value.draft.become('bool');
    value.draft.booleans ??= ['true', 'false'];
    return value;
  }
  const text = textOf(value)?.toLowerCase();
  return text === undefined ? unknown : plain(/^(y|yes|t|true|on|1)$/.test(text));
};

/** Functions that convert a value, and so tell the type of an input. */
export const conversions: readonly (readonly [string, NativeCall])[] = [
  ...Object.entries(types).map(([name, typeId]) => [name, convert(typeId)] as const),
  ['bool', toBool],
  ['distutils.util.strtobool', strToBool],
  ['setuptools._distutils.util.strtobool', strToBool],
  [
    'datetime.datetime.strptime',
    ({ positional: [value, format] }) => {
      const pattern = textOf(format) ?? '';
      if (value?.kind !== 'subject') return unknown;
      value.draft.become(/%[HIMSpTcX]/.test(pattern) ? 'datetime' : pattern === '%Y-%m-%d' ? 'date' : 'str');
      return value;
    },
  ],
];
