import { pythonInputTypeByName } from '@/lib/type-systems/scripts/python-types';
import { assignedNames, isEnum, libraryBases, membersOf } from '../interpreter/classes';
import { codeOf, type Expression } from '../syntax/ast';
import { jsonOf } from '../values/make';
import type { ClassValue, Interpreter, Scope, Value } from '../values/value';

/** What an annotation tells of the values that a parameter or field takes. */
export interface AnnotatedType {
  /** Null if it isn't a type that people can fill in. */
  typeId: string | null;
  isList: boolean;
  choices: (string | number)[] | null;
  isFile: boolean;
  /** Whether it is a list with a fixed number of elements. */
  isTuple: boolean;
  /** What `Annotated` says besides the type. */
  metadata: Value[];
  /** The fields of a class, for people. */
  fields: string | null;
}

const of = (typeId: string | null): AnnotatedType => ({
  ...{ typeId, isList: false, choices: null, isFile: false, isTuple: false, metadata: [], fields: null },
});

/** Names of libraries for types that the type system has under another one. */
const others: Readonly<Record<string, string>> = {
  PositiveInt: 'int',
  NonNegativeInt: 'int',
  NegativeInt: 'int',
  StrictInt: 'int',
  PositiveFloat: 'float',
  NonNegativeFloat: 'float',
  StrictFloat: 'float',
  StrictStr: 'str',
  StrictBool: 'bool',
  AnyStr: 'str',
  AnyUrl: 'str',
  HttpUrl: 'str',
  AnyHttpUrl: 'str',
  PostgresDsn: 'str',
  SecretBytes: 'SecretStr',
  DirectoryPath: 'Path',
  NewPath: 'Path',
  PathLike: 'Path',
  FileTextWrite: 'Path',
  FileBinaryWrite: 'Path',
  Json: 'Any',
};
const files = new Set(['FilePath', 'FileText', 'FileBinaryRead', 'TextIO', 'IO']);
const lists = new Set([
  'list',
  'List',
  'Sequence',
  'Iterable',
  'Collection',
  'set',
  'Set',
  'frozenset',
  'FrozenSet',
  'tuple',
  'Tuple',
]);
const wrappers = new Set(['Optional', 'Final', 'ClassVar', 'Required', 'NotRequired', 'Annotated', 'Type']);

/** Reads an annotation: names of types and of classes of the repository, `Literal`, `Optional`, lists, `Annotated`. */
export function readAnnotation(
  expression: Expression,
  scope: Scope,
  machine: Interpreter,
  depth = 0,
): AnnotatedType {
  if (depth > 10 || !machine.spend()) return of(null);
  const inner = (part: Expression): AnnotatedType => readAnnotation(part, scope, machine, depth + 1);
  switch (expression.kind) {
    case 'text':
      return ofText(expression.value, scope, machine, depth);
    case 'constant':
      return of(null);
    case 'binary':
      return expression.operator === '|' ? union([expression.left, expression.right], inner) : of(null);
    case 'subscript':
      return ofSubscript(expression, scope, machine, inner);
    case 'call':
      // `NewType('UserId', int)`, `conint(gt=0)`
      return expression.args[1] !== undefined && /NewType$/.test(codeOf(scope.module, expression.callee))
        ? inner(expression.args[1].value)
        : of(constrained[codeOf(scope.module, expression.callee).split('.').at(-1) ?? ''] ?? null);
    default:
      return ofName(expression, scope, machine, depth);
  }
}

const constrained: Readonly<Record<string, string>> = {
  conint: 'int',
  confloat: 'float',
  constr: 'str',
  condecimal: 'Decimal',
};

/** An annotation in quotes. */
function ofText(text: string, scope: Scope, machine: Interpreter, depth: number): AnnotatedType {
  if (/^[\w.]+$/.test(text)) {
    const [first = '', ...rest] = text.split('.');
    const at = { start: 0, end: 0, line: 0 };
    const name = rest.reduce<Expression>(
      (object, part) => ({ kind: 'attribute', object, name: part, ...at }),
      { kind: 'name', name: first, ...at },
    );
    return readAnnotation(name, scope, machine, depth + 1);
  }
  return of(pythonInputTypeByName(text) === null ? null : text);
}

function ofName(expression: Expression, scope: Scope, machine: Interpreter, depth: number): AnnotatedType {
  const value = machine.evaluate(expression, scope);
  if (value.kind === 'class') return ofClass(value);
  if (value.kind === 'library') return ofLibrary(value.name.split('.').at(-1) ?? '');
  const alias =
    expression.kind === 'name'
      ? assignedNames(scope.module.body).find(({ name }) => name === expression.name)
      : undefined;
  return alias?.statement.value == null
    ? of(null)
    : readAnnotation(alias.statement.value, scope, machine, depth + 1);
}

function ofLibrary(name: string): AnnotatedType {
  if (files.has(name)) return { ...of('Path'), isFile: true };
  if (lists.has(name)) return { ...of(null), isList: true };
  const known = others[name] ?? name;
  return of(pythonInputTypeByName(known) === null ? null : known);
}

function ofClass(value: ClassValue): AnnotatedType {
  if (isEnum(value)) {
    const values = membersOf(value).map((member) => jsonOf(member));
    const closed = values.flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [one] : []));
    return { ...of(null), choices: closed.length === values.length && closed.length > 0 ? closed : null };
  }
  const named = libraryBases(value).map((name) => name.split('.').at(-1) ?? '');
  const isRecord = named.some((name) => /^(TypedDict|NamedTuple|BaseModel|Schema)$/.test(name));
  const isData = value.definition.decorators.some((decorator) =>
    /dataclass|define|attrs/.test(codeOf(value.scope.module, decorator)),
  );
  if (!isRecord && !isData) {
    const base = named.find((name) => pythonInputTypeByName(name) !== null);
    return of(base ?? null);
  }
  const fields = assignedNames(value.definition.body).flatMap(({ name, statement }) =>
    statement.annotation === null ? [] : [`${name} (${codeOf(value.scope.module, statement.annotation)})`],
  );
  return { ...of('dict'), fields: fields.join(', ') };
}

function union(parts: readonly Expression[], inner: (part: Expression) => AnnotatedType): AnnotatedType {
  const types = parts.filter((part) => !(part.kind === 'constant' && part.value === null)).map(inner);
  const [first, ...rest] = types;
  if (first === undefined) return of(null);
  return rest.length === 0 ? first : of('Any');
}

function ofSubscript(
  expression: Extract<Expression, { kind: 'subscript' }>,
  scope: Scope,
  machine: Interpreter,
  inner: (part: Expression) => AnnotatedType,
): AnnotatedType {
  const name = codeOf(scope.module, expression.object).split('.').at(-1) ?? '';
  const [first, ...rest] = expression.index;
  if (first === undefined) return of(null);
  if (name === 'Literal') {
    const values = expression.index.map((part) => jsonOf(machine.evaluate(part, scope)));
    const closed = values.flatMap((value) =>
      typeof value === 'string' || typeof value === 'number' ? [value] : [],
    );
    return { ...of(null), choices: closed.length > 0 ? closed : null };
  }
  if (name === 'Union') return union(expression.index, inner);
  if (name === 'Annotated')
    return { ...inner(first), metadata: rest.map((part) => machine.evaluate(part, scope)) };
  if (wrappers.has(name)) return inner(first);
  const isTuple = /^[tT]uple$/.test(name) && expression.index.every(({ kind }) => kind !== 'ellipsis');
  if (lists.has(name)) return { ...listOf(expression.index, inner), isTuple };
  return ofLibrary(name);
}

function listOf(parts: readonly Expression[], inner: (part: Expression) => AnnotatedType): AnnotatedType {
  const elements = parts.filter(({ kind }) => kind !== 'ellipsis').map(inner);
  const [first] = elements;
  const isSame = elements.every(({ typeId }) => typeId === first?.typeId);
  return first === undefined || !isSame
    ? { ...of(null), isList: true }
    : { ...first, isList: true, isFile: false };
}

/** Whether an annotation only stands for what the library hands over, such as `typer.Context`. */
export const isContext = (expression: Expression | null, scope: Scope): boolean =>
  expression !== null &&
  /(^|\.)(Context|CallbackParam|Request|Session)\b/.test(codeOf(scope.module, expression));
