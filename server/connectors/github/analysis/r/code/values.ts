import type { Node } from 'web-tree-sitter';
import type { JsonValue } from '@/lib/base/json';
import { argumentsOf, calledName, childrenOf } from './nodes';
import type { RScript } from './script';

const deepest = 12;
const letters: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

/** The value of an expression that is the same each time; undefined for others. Without a script, only literals have one. */
export function constantOf(
  node: Node | null | undefined,
  script: RScript | null,
  depth = 0,
): JsonValue | undefined {
  if (node === null || node === undefined || depth > deepest) return undefined;
  const inner = (each: Node | null | undefined) => constantOf(each, script, depth + 1);
  switch (node.type) {
    case 'parenthesized_expression':
      return inner(node.namedChild(0));
    case 'true':
      return true;
    case 'false':
      return false;
    case 'null':
    case 'na':
      return null;
    case 'integer':
    case 'float':
      return numberIn(node.text);
    case 'string':
      return stringOf(node);
    case 'unary_operator': {
      const value = inner(node.childForFieldName('rhs'));
      return typeof value === 'number' && /^[-+]/.test(node.text)
        ? node.text.startsWith('-')
          ? -value
          : value
        : undefined;
    }
    case 'identifier':
      if (node.text === 'T') return true;
      if (node.text === 'F') return false;
      return script === null ? undefined : inner(script.constant(node.text));
    case 'call':
      return calledValue(node, script, depth);
    case 'binary_operator':
      return computed(node, inner);
    default:
      return undefined;
  }
}

function numberIn(text: string): number | undefined {
  const value = Number(text.replace(/L$/, ''));
  return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined;
}

function stringOf(node: Node): string {
  const content = childrenOf(node).find(({ type }) => type === 'string_content')?.text ?? '';
  if (/^[rR]/.test(node.text)) return content;
  return content.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u\{?([0-9a-fA-F]{1,4})\}?|(.))/gs,
    (_, byte?: string, point?: string, letter?: string) => {
      const code = byte ?? point;
      return code === undefined
        ? (letters[letter ?? ''] ?? letter ?? '')
        : String.fromCodePoint(Number.parseInt(code, 16));
    },
  );
}

function calledValue(call: Node, script: RScript | null, depth: number): JsonValue | undefined {
  const all = argumentsOf(call);
  const values = all.map(({ value }) => constantOf(value, script, depth + 1));
  const isKnown = values.every((value) => value !== undefined);
  switch (calledName(call)) {
    case 'c':
    case 'list': {
      if (!isKnown) return undefined;
      if (all.length > 0 && all.every(({ name }) => name !== null))
        return Object.fromEntries(all.map(({ name }, at) => [name ?? '', values[at] ?? null]));
      return values.flat() as JsonValue[];
    }
    case 'character':
    case 'numeric':
    case 'integer':
    case 'logical':
      return [];
    case 'paste0':
    case 'paste':
    case 'file.path': {
      if (script === null || !isKnown || values.some((value) => typeof value === 'object')) return undefined;
      const named = all.findIndex(({ name }) => name === 'sep');
      const usual = { paste0: '', paste: ' ', 'file.path': '/' }[calledName(call)] ?? '';
      const divider = named < 0 ? usual : String(values[named]);
      return values.filter((_, at) => at !== named).join(divider);
    }
    case 'as.integer':
    case 'as.numeric':
    case 'as.character':
    case 'tolower':
    case 'toupper':
    case 'unlist':
    case 'Sys.Date':
      return all.length === 1 && calledName(call).startsWith('as.') ? values[0] : undefined;
    case 'names': {
      const [first] = values;
      return first !== null && typeof first === 'object' && !Array.isArray(first)
        ? Object.keys(first)
        : undefined;
    }
    default:
      return undefined;
  }
}

function computed(node: Node, inner: (node: Node | null) => JsonValue | undefined): JsonValue | undefined {
  const left = inner(node.childForFieldName('lhs'));
  const right = inner(node.childForFieldName('rhs'));
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  switch (node.childForFieldName('operator')?.text) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? undefined : left / right;
    case '^':
      return Number.isSafeInteger(left ** right) ? left ** right : undefined;
    case ':': {
      const count = right - left + 1;
      return count > 0 && count <= 1000 ? Array.from({ length: count }, (_, at) => left + at) : undefined;
    }
    default:
      return undefined;
  }
}

/** The name of R's type of a value. */
export function typeOfValue(value: JsonValue | undefined, code?: Node | null): string | null {
  if (typeof value === 'boolean') return 'logical';
  if (typeof value === 'number')
    return Number.isInteger(value) && !/[.eE]/.test(code?.text ?? '') ? 'integer' : 'numeric';
  if (Array.isArray(value)) return `vector<${typeOfValue(value[0]) ?? 'character'}>`;
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? 'Date' : 'character';
  return value !== null && typeof value === 'object' ? 'list' : null;
}

/** A choice among texts. One with a comma in it is left to be typed. */
export const choiceOf = (values: readonly JsonValue[]): string =>
  values.length === 0 || values.some((value) => /,/.test(String(value)))
    ? 'character'
    : `factor(${values.map(String).join(', ')})`;
