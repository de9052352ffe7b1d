import type { Node } from 'web-tree-sitter';
import type { JsonValue } from '@/lib/base/json';
import { rangeOf, textAfter } from './builtins';
import type { PythonClass, PythonModule } from './module';
import { argumentsOf, bare, calledName, childrenOf, dottedName, lastName } from './nodes';
import type { PythonProject } from './project';
import { stringOf } from './strings';

/** Where code stands: what its names mean. */
export interface Scope {
  project: PythonProject;
  module: PythonModule;
  /** The values of names of the function around it, as far as they are known. */
  locals: ReadonlyMap<string, JsonValue>;
}

const deepest = 12;
const mostItems = 1000;

/** The value of an expression that has the same one each time it is computed; undefined for every other. */
export function constantOf(node: Node | undefined | null, scope: Scope, depth = 0): JsonValue | undefined {
  if (node === undefined || node === null || depth > deepest) return undefined;
  const inner = (each: Node | null) => constantOf(each, scope, depth + 1);
  switch (node.type) {
    case 'parenthesized_expression':
      return inner(bare(node));
    case 'true':
      return true;
    case 'false':
      return false;
    case 'none':
      return null;
    case 'integer':
    case 'float':
      return numberIn(node.text);
    case 'string':
    case 'concatenated_string':
      return stringOf(node, (part) => {
        const value = inner(part);
        return value === undefined || typeof value === 'object' ? undefined : String(value);
      });
    case 'unary_operator': {
      const value = inner(node.childForFieldName('argument'));
      return typeof value === 'number' ? (node.text.startsWith('-') ? -value : value) : undefined;
    }
    case 'list':
    case 'tuple':
    case 'set':
    case 'expression_list':
      return itemsOf(node, inner);
    case 'dictionary':
      return entriesOf(node, inner);
    case 'identifier':
    case 'attribute':
      return namedValue(dottedName(node), scope, depth);
    case 'binary_operator':
      return computed(node, inner);
    case 'boolean_operator':
      return eitherOf(node, inner);
    case 'subscript':
      return partOf(node, inner);
    case 'call':
      return calledValue(node, scope, depth);
    case 'list_comprehension':
    case 'generator_expression':
    case 'set_comprehension':
      return comprehended(node, scope, depth);
    default:
      return undefined;
  }
}

function numberIn(text: string): number | undefined {
  const value = Number(text.replaceAll('_', ''));
  return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined;
}

type Inner = (node: Node | null) => JsonValue | undefined;

function itemsOf(node: Node, inner: Inner): JsonValue[] | undefined {
  const items: JsonValue[] = [];
  for (const child of childrenOf(node)) {
    if (child.type === 'comment') continue;
    const isSpread = child.type === 'list_splat';
    const value = inner(isSpread ? child.namedChild(0) : child);
    if (value === undefined || items.length >= mostItems) return undefined;
    if (isSpread && Array.isArray(value)) items.push(...value);
    else items.push(value);
  }
  return items;
}

function entriesOf(node: Node, inner: Inner): JsonValue | undefined {
  const entries: [string, JsonValue][] = [];
  for (const child of childrenOf(node)) {
    if (child.type === 'comment') continue;
    const key = child.type === 'pair' ? inner(child.childForFieldName('key')) : undefined;
    const value = inner(child.childForFieldName('value'));
    if (key === undefined || typeof key === 'object' || entries.length >= mostItems) return undefined;
    // What a key stands for is often a function, and only the keys matter.
    entries.push([String(key), value ?? null]);
  }
  return Object.fromEntries(entries);
}

function namedValue(name: string, scope: Scope, depth: number): JsonValue | undefined {
  if (scope.locals.has(name)) return scope.locals.get(name);
  const found = scope.project.findConstant(scope.module, name);
  if (found !== undefined)
    return constantOf(found.node, { ...scope, ...found, locals: new Map() }, depth + 1);
  const dot = name.lastIndexOf('.');
  if (dot < 0) return undefined;
  // `Color.RED`, and `Color.RED.value`.
  const member = name.endsWith('.value') || name.endsWith('.name') ? name.slice(0, dot) : name;
  const at = member.lastIndexOf('.');
  const owner = scope.project.findClass(scope.module, member.slice(0, at));
  const wanted = member.slice(at + 1);
  if (owner === undefined) return undefined;
  if (name.endsWith('.name')) return wanted;
  return membersOf(owner, scope, depth)?.find(([key]) => key === wanted)?.[1];
}

/** The names and values at the top of a class, such as the members of an `Enum`; null if one can't be told. */
export function membersOf(owner: PythonClass, scope: Scope, depth = 0): [string, JsonValue][] | null {
  const members: [string, JsonValue][] = [];
  const inside = { ...scope, module: owner.module, locals: new Map<string, JsonValue>() };
  for (const statement of childrenOf(owner.node.childForFieldName('body'))) {
    const inner = statement.type === 'expression_statement' ? statement.namedChild(0) : null;
    if (inner?.type !== 'assignment') continue;
    const name = dottedName(inner.childForFieldName('left'));
    const right = inner.childForFieldName('right');
    if (name === '' || right === null) continue;
    const isCounted = right.type === 'call' && lastName(calledName(right)) === 'auto';
    const value = isCounted ? name.toLowerCase() : constantOf(right, inside, depth + 1);
    if (value === undefined) return null;
    members.push([name, value]);
  }
  return members;
}

export const isEnum = ({ bases }: PythonClass): boolean => bases.some((base) => /Enum$|Choices$/.test(base));

function computed(node: Node, inner: Inner): JsonValue | undefined {
  const left = inner(node.childForFieldName('left'));
  const right = inner(node.childForFieldName('right'));
  const operator = node.childForFieldName('operator')?.text;
  if (left === undefined || right === undefined) return undefined;
  if (Array.isArray(left) && Array.isArray(right) && operator === '+') return [...left, ...right];
  if (typeof left === 'string' && typeof right === 'string' && operator === '+') return left + right;
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '**':
      return finite(left ** right);
    case '/':
      return finite(left / right);
    case '//':
      return finite(Math.floor(left / right));
    case '<<':
      return finite(left * 2 ** right);
    default:
      return undefined;
  }
}

const finite = (value: number): number | undefined =>
  Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined;

/** `a or b`, as far as both sides are known. */
function eitherOf(node: Node, inner: Inner): JsonValue | undefined {
  const left = inner(node.childForFieldName('left'));
  if (left === undefined) return undefined;
  const isOr = node.childForFieldName('operator')?.text === 'or';
  const isTrue = left !== null && left !== false && left !== 0 && left !== '';
  return isTrue === isOr ? left : inner(node.childForFieldName('right'));
}

function partOf(node: Node, inner: Inner): JsonValue | undefined {
  const whole = inner(node.childForFieldName('value'));
  const key = inner(node.childForFieldName('subscript'));
  if (Array.isArray(whole) && typeof key === 'number') return whole.at(key);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return undefined;
  return typeof key === 'string' && Object.hasOwn(whole, key) ? whole[key] : undefined;
}

function calledValue(node: Node, scope: Scope, depth: number): JsonValue | undefined {
  const callee = node.childForFieldName('function');
  const { positional, named } = argumentsOf(node);
  const [first] = positional;
  const inner = (each: Node | null | undefined) => constantOf(each, scope, depth + 1);
  if (callee?.type === 'attribute') {
    const method = callee.childForFieldName('attribute')?.text;
    const owner = inner(callee.childForFieldName('object'));
    if (typeof owner === 'object' && owner !== null && !Array.isArray(owner)) {
      if (method === 'keys') return Object.keys(owner);
      if (method === 'values') return Object.values(owner);
    }
    if (typeof owner === 'string') return textAfter(owner, method, inner(first));
  }
  switch (calledName(node)) {
    case 'list':
    case 'tuple':
    case 'sorted':
    case 'set':
    case 'frozenset': {
      const value = enumValues(first, scope, depth) ?? inner(first);
      if (value !== null && typeof value === 'object')
        return Array.isArray(value) ? value : Object.keys(value);
      return first === undefined ? [] : undefined;
    }
    case 'dict':
      return first === undefined
        ? Object.fromEntries([...named].map(([key, value]) => [key, inner(value) ?? null]))
        : undefined;
    case 'range':
      return rangeOf(positional.map((each) => inner(each)));
    case 'str':
      return toText(inner(first));
    case 'int':
    case 'float':
    case 'Decimal':
    case 'decimal.Decimal': {
      const value = inner(first);
      return typeof value === 'number' ? value : typeof value === 'string' ? numberIn(value) : undefined;
    }
    case 'Path':
    case 'pathlib.Path':
    case 'os.path.join': {
      const parts = positional.map((each) => inner(each));
      return parts.every((part) => typeof part === 'string') ? parts.join('/') : undefined;
    }
    default:
      return undefined;
  }
}

const toText = (value: JsonValue | undefined): string | undefined =>
  value === undefined || typeof value === 'object' ? undefined : String(value);

/** The values of `list(Color)`. */
function enumValues(node: Node | undefined, scope: Scope, depth: number): JsonValue[] | undefined {
  const owner = node === undefined ? undefined : scope.project.findClass(scope.module, dottedName(node));
  return owner === undefined ? undefined : membersOf(owner, scope, depth)?.map(([, value]) => value);
}

/** `[each.value for each in Color]`, and the same over a list that is known. */
function comprehended(node: Node, scope: Scope, depth: number): JsonValue[] | undefined {
  const body = node.childForFieldName('body');
  const clauses = childrenOf(node).filter(({ type }) => type === 'for_in_clause' || type === 'if_clause');
  const [clause] = clauses;
  if (body === null || clause === undefined || clauses.length > 1) return undefined;
  const name = clause.childForFieldName('left')?.text ?? '';
  const over = clause.childForFieldName('right');
  const owner = over === null ? undefined : scope.project.findClass(scope.module, dottedName(over));
  if (owner !== undefined && isEnum(owner)) {
    const members = membersOf(owner, scope, depth) ?? [];
    if (body.text === `${name}.name`) return members.map(([key]) => key);
    return /^\w+(\.value)?$/.test(body.text) ? members.map(([, value]) => value) : undefined;
  }
  const list = constantOf(over, scope, depth + 1);
  if (!Array.isArray(list)) return undefined;
  const values = list.map((each) =>
    constantOf(body, { ...scope, locals: new Map([...scope.locals, [name, each]]) }, depth + 1),
  );
  return values.every((value) => value !== undefined) ? values : undefined;
}
