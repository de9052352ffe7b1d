import type { Node } from 'web-tree-sitter';

/** The arguments of a call, in their order. */
export interface RArgument {
  name: string | null;
  value: Node | null;
}

export const childrenOf = (node: Node | null): Node[] =>
  (node?.namedChildren ?? []).flatMap((each) => each ?? []);

export function argumentsOf(call: Node): RArgument[] {
  return childrenOf(call.childForFieldName('arguments'))
    .filter(({ type }) => type === 'argument')
    .map((each) => ({
      name: nameOf(each.childForFieldName('name')),
      value: each.childForFieldName('value'),
    }));
}

/** An argument by its name, or else by its place among those without a name, from 0. */
export function argumentOf(all: readonly RArgument[], name: string, at?: number): Node | null {
  const named = all.find((each) => each.name === name);
  if (named !== undefined) return named.value;
  return at === undefined ? null : (all.filter((each) => each.name === null)[at]?.value ?? null);
}

/** A name as it is written, without quotes and backticks around it. */
export const nameOf = (node: Node | null): string | null =>
  node === null ? null : node.text.replace(/^[`'"]|[`'"]$/g, '');

/** The name of what is called, without its package; for `parser$add_argument`, the part after the dollar sign. */
export function calledName(call: Node): string {
  const callee = call.childForFieldName('function');
  if (callee === null) return '';
  if (callee.type === 'identifier') return nameOf(callee) ?? '';
  if (callee.type === 'namespace_operator' || callee.type === 'extract_operator')
    return nameOf(callee.childForFieldName('rhs')) ?? '';
  return '';
}

/** An assignment: its target, and its value. */
export interface Assignment {
  name: string;
  value: Node;
  node: Node;
}

/** The assignment that a statement is, in any of R's ways to write it; null for others. */
export function assignmentIn(node: Node): Assignment | null {
  if (node.type === 'call' && calledName(node) === 'assign') {
    const all = argumentsOf(node);
    const name = argumentOf(all, 'x', 0);
    const value = argumentOf(all, 'value', 1);
    return name?.type === 'string' && value !== null ? { name: nameOf(name) ?? '', value, node } : null;
  }
  if (node.type !== 'binary_operator') return null;
  const operator = node.childForFieldName('operator')?.text ?? '';
  const [lhs, rhs] = [node.childForFieldName('lhs'), node.childForFieldName('rhs')];
  const isLeft = /^(<-|<<-|=|:=)$/.test(operator);
  const [target, value] = isLeft ? [lhs, rhs] : [rhs, lhs];
  if (target === null || value === null || !/^(<-|<<-|=|:=|->|->>)$/.test(operator)) return null;
  return target.type === 'identifier' || target.type === 'string'
    ? { name: nameOf(target) ?? '', value, node }
    : null;
}

/** From 1. */
export const lineOf = (node: Node): number => node.startPosition.row + 1;

export function around(node: Node, types: readonly string[]): Node | null {
  for (let at = node.parent; at !== null; at = at.parent) if (types.includes(at.type)) return at;
  return null;
}

export const shortCode = (node: Node): string => node.text.replace(/\s+/g, ' ').slice(0, 200);

export const callsIn = (root: Node): Node[] => root.descendantsOfType('call').flatMap((each) => each ?? []);
