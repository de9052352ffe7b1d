import type { InputType } from '@/lib/inputs/input';
import {
  base64,
  booleanControl,
  choiceType,
  dateControl,
  doubles,
  listControl,
  momentControl,
  numberControl,
  objectControl,
  type ScriptControl,
  scriptInputType,
  textControl,
  timeControl,
} from '@/lib/type-systems/scripts/script-controls';
import { uuidConstraints } from '@/lib/type-systems/uuid';

/**
 * The types of Python, by the names that annotations have.
 *
 * @see https://docs.python.org/3/library/stdtypes.html for the built-in types
 * @see https://docs.python.org/3/library/datetime.html for the years 1 to 9999 (`MINYEAR`, `MAXYEAR`)
 */
const simple: Readonly<Record<string, ScriptControl>> = {
  // "Integers have unlimited precision."
  int: numberControl({ step: 1 }),
  float: numberControl(doubles),
  Decimal: numberControl({}),
  Fraction: textControl({
    pattern: '[+\\-]?\\d+(?:\\/\\d+)?',
    validationMessage: 'Must be a fraction such as 3/4',
  }),
  complex: textControl({
    pattern: '[+\\-]?[\\d.]+(?:[eE][+\\-]?\\d+)?(?:[+\\-][\\d.]+(?:[eE][+\\-]?\\d+)?)?j?',
    validationMessage: 'Must be a complex number such as 1+2j',
  }),
  bool: booleanControl,
  str: textControl(),
  bytes: textControl(base64, 'textarea'),
  bytearray: textControl(base64, 'textarea'),
  date: dateControl('0001-01-01', '9999-12-31'),
  datetime: momentControl('0001-01-01', '9999-12-31'),
  time: timeControl,
  timedelta: textControl({
    pattern: '-?P(?!$)(?:\\d+D)?(?:T(?:\\d+H)?(?:\\d+M)?(?:\\d+(?:\\.\\d+)?S)?)?',
    validationMessage: 'Must be a duration such as P1DT12H',
  }),
  UUID: textControl(uuidConstraints),
  Path: textControl(),
  SecretStr: textControl({}, 'password'),
  EmailStr: textControl(
    { pattern: '[^@\\s]+@[^@\\s]+', validationMessage: 'Must be an email address' },
    'email',
  ),
  list: listControl(),
  tuple: listControl(),
  set: listControl({ uniqueItems: true }),
  frozenset: listControl({ uniqueItems: true }),
  dict: objectControl,
  Any: objectControl,
  object: objectControl,
};

/** Other names of the same types: those of `typing`, `collections.abc`, and modules. */
const aliases: Readonly<Record<string, string>> = {
  integer: 'int',
  string: 'str',
  boolean: 'bool',
  Text: 'str',
  List: 'list',
  Sequence: 'list',
  Iterable: 'list',
  Collection: 'list',
  Tuple: 'tuple',
  Set: 'set',
  FrozenSet: 'frozenset',
  Dict: 'dict',
  Mapping: 'dict',
  MutableMapping: 'dict',
  PurePath: 'Path',
  NoneType: 'Any',
  None: 'Any',
};

/** Every name that the table has, without other names of the same types. */
export const pythonTypeNames: readonly string[] = Object.keys(simple);

const lists = new Set(['list', 'tuple', 'set', 'frozenset']);

/**
 * The input for an annotation, e.g. `int`, `list[str]`, `Optional[date]`, `Literal["a", "b"]`; null for one that isn't
 * a type of the language or its library.
 */
export function pythonInputTypeByName(typeId: string): InputType | null {
  const inner = typeOf(typeId.trim(), 0);
  return inner === null ? null : { ...inner, typeId };
}

const DEEPEST = 8;

function typeOf(name: string, depth: number): InputType | null {
  if (depth > DEEPEST) return null;
  const optional = withoutNone(name);
  if (optional !== null) return typeOf(optional, depth + 1);
  const [, outer = '', inner] = /^([\w.]+)\s*(?:\[(.*)\])?$/s.exec(name) ?? [];
  const bare = outer.split('.').at(-1) ?? '';
  if (inner === undefined) return plainType(bare, name);
  switch (bare) {
    case 'Optional':
    case 'Annotated':
    case 'Final':
      return typeOf(partsOf(inner)[0] ?? '', depth + 1);
    case 'Literal':
      return literal(name, inner);
  }
  const base = aliases[bare] ?? bare;
  const control = Object.hasOwn(simple, base) ? simple[base] : undefined;
  if (control === undefined) return null;
  if (!lists.has(base)) return base === 'dict' ? scriptInputType('python', name, control) : null;
  const elements = partsOf(inner).filter((part) => part !== '...');
  // A tuple of several types has a place for each, which no list of one control can show.
  const [first] = elements;
  const element = elements.length === 1 && first !== undefined ? typeOf(first, depth + 1) : null;
  return scriptInputType('python', name, control, element);
}

function plainType(bare: string, name: string): InputType | null {
  const base = aliases[bare] ?? bare;
  const control = Object.hasOwn(simple, base) ? simple[base] : undefined;
  return control === undefined ? null : scriptInputType('python', name, control);
}

/** The other side of `X | None` and `Union[X, None]`; null for anything else. */
function withoutNone(name: string): string | null {
  const [, union] = /^(?:typing\.)?Union\[(.*)\]$/s.exec(name) ?? [];
  const sides = union === undefined ? partsOf(name, '|') : partsOf(union);
  if (sides.length < 2) return null;
  const others = sides.filter((side) => side !== 'None');
  return others.length === 1 ? (others[0] ?? null) : 'Any';
}

function literal(typeId: string, inner: string): InputType | null {
  const values = partsOf(inner).map((part) => /^(['"])(.*)\1$/s.exec(part)?.[2] ?? part);
  return values.length === 0 ? null : choiceType('python', typeId, values);
}

/** The parts between dividers that are in no brackets and no quotes. */
function partsOf(text: string, divider = ','): string[] {
  const parts: string[] = [''];
  let depth = 0;
  let quote = '';
  for (const character of text) {
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '[') depth += 1;
    else if (character === ']') depth -= 1;
    if (character === divider && depth === 0 && quote === '') parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
