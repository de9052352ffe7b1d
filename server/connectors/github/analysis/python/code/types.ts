import type { Node } from 'web-tree-sitter';
import { pythonChoice } from '../../new-input';
import type { PythonClass } from './module';
import { argumentsOf, bare, calledName, childrenOf, dottedName, lastName } from './nodes';
import { constantOf, isEnum, membersOf, type Scope } from './values';

/** What is known of the type of a value. */
export interface KnownType {
  typeId: string;
  isFile?: boolean;
  isSecret?: boolean;
  /** What stands between the elements of a list in one text. */
  divider?: string;
  /** Whether a list has an argument for each element. */
  isRepeated?: boolean;
  /** Whether it may be left out without a default. */
  isOptional?: boolean;
}

const simple: Readonly<Record<string, string>> = {
  int: 'int',
  float: 'float',
  str: 'str',
  bool: 'bool',
  complex: 'complex',
  bytes: 'bytes',
  dict: 'dict',
  list: 'list',
  tuple: 'tuple',
  set: 'set',
  Any: 'Any',
  object: 'Any',
  Decimal: 'Decimal',
  Fraction: 'Fraction',
  Path: 'Path',
  PurePath: 'Path',
  PosixPath: 'Path',
  UUID: 'UUID',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
  timedelta: 'timedelta',
  EmailStr: 'EmailStr',
  AnyUrl: 'str',
  HttpUrl: 'str',
  AnyHttpUrl: 'str',
  PositiveInt: 'int',
  NonNegativeInt: 'int',
  PositiveFloat: 'float',
  StrictStr: 'str',
  StrictInt: 'int',
  StrictBool: 'bool',
  Dict: 'dict',
  Mapping: 'dict',
  FilePath: 'Path',
  DirectoryPath: 'Path',
};

const LISTS = /^(list|List|Sequence|Iterable|Collection|Set|set|frozenset|FrozenSet|tuple|Tuple)$/;

/** The type that an annotation names; null if it isn't known. */
export function annotatedType(node: Node | null, scope: Scope, depth = 0): KnownType | null {
  if (node === null || depth > 8) return null;
  const at = bare(node.type === 'type' ? (node.namedChild(0) ?? node) : node);
  const inner = (each: Node | null | undefined) => annotatedType(each ?? null, scope, depth + 1);
  if (at.type === 'string') return textAnnotation(at.text.slice(1, -1));
  if (at.type === 'binary_operator' || at.type === 'union_type') {
    const sides =
      at.type === 'union_type'
        ? childrenOf(at)
        : [at.childForFieldName('left'), at.childForFieldName('right')];
    return unionOf(sides, inner);
  }
  const [outer, parts] = genericOf(at);
  if (parts !== null) {
    switch (outer) {
      case 'Optional': {
        const type = inner(parts[0]);
        return type === null ? null : { ...type, isOptional: true };
      }
      case 'Union':
        return unionOf(parts, inner);
      case 'Annotated':
      case 'Final':
      case 'ClassVar':
        return inner(parts[0]);
      case 'Literal': {
        const values = parts.map((part) => constantOf(part, scope));
        return values.some((value) => value === undefined)
          ? { typeId: 'str' }
          : { typeId: pythonChoice(values) };
      }
    }
    if (LISTS.test(outer)) {
      const elements = parts.filter(({ text }) => text !== '...');
      const element = elements.length === 1 ? inner(elements[0]) : null;
      return { typeId: element === null ? 'list' : `list[${element.typeId}]`, isRepeated: true };
    }
    return simple[outer] === undefined ? null : { typeId: simple[outer] };
  }
  const name = dottedName(at);
  const last = lastName(name);
  if (last === 'SecretStr' || last === 'SecretBytes') return { typeId: 'str', isSecret: true };
  if (LISTS.test(last)) return { typeId: 'list[str]', isRepeated: true };
  if (last === 'FileText' || last === 'FileBinaryRead') return { typeId: 'Path', isFile: true };
  if (simple[last] !== undefined) return { typeId: simple[last] };
  const owner = name === '' ? undefined : scope.project.findClass(scope.module, name);
  return owner === undefined ? null : classType(owner, scope);
}

/** The choice of an enum; an object for classes with fields. */
export function classType(owner: PythonClass, scope: Scope): KnownType | null {
  if (isEnum(owner)) {
    const members = membersOf(owner, scope);
    return members === null ? { typeId: 'str' } : { typeId: pythonChoice(members.map(([, value]) => value)) };
  }
  const isRecord =
    owner.bases.some((base) => /(TypedDict|BaseModel|NamedTuple)$/.test(base)) ||
    owner.decorators.some((each) => /dataclass/.test(each.text));
  return isRecord ? { typeId: 'dict' } : null;
}

/** `list[str]` as its outer name and its parts; parts are null for a name alone. */
function genericOf(node: Node): [string, Node[] | null] {
  const [outer, ...others] = childrenOf(node);
  if (node.type === 'subscript') {
    return [
      lastName(dottedName(outer ?? null)),
      others.flatMap((part) => (part.type === 'tuple' ? childrenOf(part) : part)),
    ];
  }
  if (node.type !== 'generic_type') return ['', null];
  const parts = childrenOf(others[0] ?? null).map((part) =>
    part.type === 'type' ? (part.namedChild(0) ?? part) : part,
  );
  return [lastName(outer?.text ?? ''), parts];
}

function unionOf(sides: (Node | null)[], inner: (node: Node | null) => KnownType | null): KnownType | null {
  const others = sides.filter((side) => side !== null && side.text !== 'None');
  const isOptional = others.length < sides.length;
  const types = others.map((side) => inner(side));
  // A text can say every one of them, except for what has parts.
  const type =
    others.length === 1
      ? types[0]
      : (types.find((each) => /^(dict|list)/.test(each?.typeId ?? '')) ?? { typeId: 'str' });
  return type == null ? null : { ...type, ...(isOptional ? { isOptional } : {}) };
}

/** Annotations in quotes, as far as they are names. */
function textAnnotation(text: string): KnownType | null {
  const optional = /^Optional\[(.*)\]$|^(.*?)\s*\|\s*None$/.exec(text);
  const name = optional?.[1] ?? optional?.[2] ?? text;
  const typeId = simple[lastName(name)];
  return typeId === undefined ? null : { typeId, ...(optional === null ? {} : { isOptional: true }) };
}

/** What a function makes of the text that it gets: `int`, `Path`, `json.loads`, `lambda s: s.split(',')`, one of ours. */
export function convertedType(node: Node | undefined, scope: Scope): KnownType | null {
  if (node === undefined) return null;
  if (node.type === 'lambda') return bodyType(node.childForFieldName('body'));
  if (node.type === 'call') {
    const name = lastName(calledName(node));
    if (name === 'FileType') {
      const mode = constantOf(argumentsOf(node).positional[0], scope) ?? 'r';
      return { typeId: 'Path', isFile: typeof mode === 'string' && mode.startsWith('r') };
    }
    if (name === 'partial') return convertedType(argumentsOf(node).positional[0], scope);
    // A function that makes a converter, such as `in_range(1, 10)`.
    const maker = scope.project.findFunction(scope.module, calledName(node));
    return maker === undefined ? null : bodyType(maker.node.childForFieldName('body'));
  }
  const name = dottedName(node);
  const last = lastName(name);
  if (last === 'loads' || last === 'literal_eval') return { typeId: 'dict' };
  if (last === 'fromisoformat')
    return { typeId: /datetime\.fromisoformat$/.test(name) ? 'datetime' : 'date' };
  if (simple[last] !== undefined) return { typeId: simple[last] };
  const owner = scope.project.findClass(scope.module, name);
  if (owner !== undefined) return classType(owner, scope);
  const converter = scope.project.findFunction(scope.module, name);
  if (converter !== undefined) {
    const inside = { ...scope, module: converter.module, locals: new Map() };
    const returned = annotatedType(converter.node.childForFieldName('return_type'), inside);
    return returned ?? bodyType(converter.node.childForFieldName('body'));
  }
  if (/bool/i.test(last)) return { typeId: 'bool' };
  if (/int$|_int\b|integer/i.test(last)) return { typeId: 'int' };
  if (/float|number/i.test(last)) return { typeId: 'float' };
  return null;
}

/** What the code of a converter says that it returns. */
function bodyType(body: Node | null): KnownType | null {
  if (body === null) return null;
  const { text } = body;
  const divider = /\.split\(\s*(['"])(.+?)\1\s*\)/.exec(text)?.[2];
  if (divider !== undefined) {
    const element = /\bint\(/.test(text) ? 'int' : /\bfloat\(/.test(text) ? 'float' : 'str';
    return { typeId: `list[${element}]`, divider };
  }
  if (/strptime\(.*\)\s*\.date\(\)|date\.fromisoformat/s.test(text)) return { typeId: 'date' };
  if (/strptime\(|datetime\.fromisoformat/.test(text)) {
    return { typeId: /%[HIMS]/.test(text) || !/%d/.test(text) ? 'datetime' : 'date' };
  }
  if (/json\.loads?\(|literal_eval/.test(text)) return { typeId: 'dict' };
  if (/(['"])(true|yes)\1/i.test(text) || (/return True/.test(text) && /return False/.test(text)))
    return { typeId: 'bool' };
  if (/\bint\(/.test(text)) return { typeId: 'int' };
  if (/\bfloat\(/.test(text)) return { typeId: 'float' };
  if (/\bDecimal\(/.test(text)) return { typeId: 'Decimal' };
  if (/\bPath\(|os\.path\.(abspath|realpath|expanduser|isfile|isdir|exists)/.test(text))
    return { typeId: 'Path' };
  return null;
}

/** The type of a default. */
export function typeOfValue(value: unknown): string | null {
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  if (Array.isArray(value)) return `list[${typeOfValue(value[0]) ?? 'str'}]`;
  return typeof value === 'string' ? 'str' : value !== null && typeof value === 'object' ? 'dict' : null;
}
