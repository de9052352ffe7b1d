import type { Argument, Clause, Expression, Parameter } from './ast';
import { childOf, childrenOf, namedChildren, type RawNode } from './raw-tree';
import { numberFrom, unescaped } from './text-literals';

/** Turns nodes of the parser into expressions. What the readers have no use for becomes `unknown`. */
export class ExpressionReader {
  constructor(private readonly source: string) {}

  textOf({ start, end }: RawNode): string {
    return this.source.slice(start, end);
  }

  read(node: RawNode | null): Expression {
    if (node === null) return { kind: 'unknown', start: 0, end: 0, line: 0 };
    const { start, end, line } = node;
    const span = { start, end, line };
    const field = (name: string): Expression => this.read(childOf(node, name));
    switch (node.type) {
      case 'identifier':
        return { ...span, kind: 'name', name: this.textOf(node) };
      case 'string':
      case 'concatenated_string':
        return this.readText(node);
      case 'integer':
      case 'float':
        return { ...span, ...numberFrom(this.textOf(node), node.type === 'float') };
      case 'true':
      case 'false':
        return { ...span, kind: 'constant', value: node.type === 'true' };
      case 'none':
        return { ...span, kind: 'constant', value: null };
      case 'ellipsis':
        return { ...span, kind: 'ellipsis' };
      case 'parenthesized_expression':
      case 'type':
      case 'as_pattern_target':
      case 'expression_statement':
      case 'case_pattern':
        return this.read(namedChildren(node)[0] ?? null);
      case 'attribute':
        return { ...span, kind: 'attribute', object: field('object'), name: this.nameIn(node, 'attribute') };
      case 'call':
        return {
          ...span,
          kind: 'call',
          callee: field('function'),
          args: this.readArguments(childOf(node, 'arguments')),
        };
      case 'subscript':
        return {
          ...span,
          kind: 'subscript',
          object: field('value'),
          index: this.readAll(childrenOf(node, 'subscript')),
        };
      case 'generic_type':
        return this.readGenericType(node);
      case 'union_type':
        return this.readUnion(node);
      case 'slice':
        return this.readSlice(node);
      case 'list':
      case 'list_pattern':
        return { ...span, kind: 'items', form: 'list', items: this.readAll(namedChildren(node)) };
      case 'tuple':
      case 'expression_list':
      case 'pattern_list':
      case 'tuple_pattern':
        return { ...span, kind: 'items', form: 'tuple', items: this.readAll(namedChildren(node)) };
      case 'set':
        return { ...span, kind: 'items', form: 'set', items: this.readAll(namedChildren(node)) };
      case 'dictionary':
        return { ...span, kind: 'dict', entries: this.readEntries(node) };
      case 'binary_operator':
        return {
          ...span,
          kind: 'binary',
          operator: this.nameIn(node, 'operator'),
          left: field('left'),
          right: field('right'),
        };
      case 'boolean_operator': {
        const operator = this.nameIn(node, 'operator') === 'and' ? 'and' : 'or';
        return { ...span, kind: 'boolean', operator, left: field('left'), right: field('right') };
      }
      case 'not_operator':
        return { ...span, kind: 'not', operand: field('argument') };
      case 'unary_operator':
        return this.nameIn(node, 'operator') === '-'
          ? { ...span, kind: 'negative', operand: field('argument') }
          : { ...span, kind: 'unknown' };
      case 'comparison_operator':
        return this.readComparison(node);
      case 'conditional_expression': {
        const [consequence, test, otherwise] = namedChildren(node);
        return {
          ...span,
          kind: 'conditional',
          test: this.read(test ?? null),
          consequence: this.read(consequence ?? null),
          otherwise: this.read(otherwise ?? null),
        };
      }
      case 'lambda':
        return {
          ...span,
          kind: 'lambda',
          parameters: this.readParameters(childOf(node, 'parameters')),
          body: field('body'),
        };
      case 'list_comprehension':
      case 'generator_expression':
      case 'set_comprehension':
      case 'dictionary_comprehension':
        return this.readComprehension(node);
      case 'named_expression':
        return { ...span, kind: 'named', name: this.nameIn(node, 'name'), value: field('value') };
      case 'list_splat':
      case 'list_splat_pattern':
        return { ...span, kind: 'spread', value: this.read(namedChildren(node)[0] ?? null) };
      case 'await':
        return { ...span, kind: 'await', value: this.read(namedChildren(node)[0] ?? null) };
      case 'dotted_name':
        return this.readDotted(node);
      default:
        return { ...span, kind: 'unknown' };
    }
  }

  readAll(nodes: readonly RawNode[]): Expression[] {
    return nodes.map((node) => this.read(node));
  }

  readParameters(list: RawNode | null): Parameter[] {
    const parameters: Parameter[] = [];
    let kind: Parameter['kind'] = 'plain';
    for (const node of list === null ? [] : namedChildren(list)) {
      if (node.type === 'keyword_separator') kind = 'keyword';
      if (node.type === 'keyword_separator' || node.type === 'positional_separator') continue;
      const parameter = this.readParameter(node, kind);
      if (parameter === null) continue;
      parameters.push(parameter);
      if (parameter.kind === 'items') kind = 'keyword';
    }
    return parameters;
  }

  private readParameter(node: RawNode, kind: Parameter['kind']): Parameter | null {
    const type = childOf(node, 'type');
    const value = childOf(node, 'value');
    const target =
      node.type === 'identifier' ? node : (childOf(node, 'name') ?? namedChildren(node)[0] ?? null);
    if (target === null) return null;
    const pattern = node.type.endsWith('splat_pattern') ? node : target;
    const inner = pattern.type.endsWith('splat_pattern') ? (namedChildren(pattern)[0] ?? pattern) : target;
    const spread = pattern.type === 'list_splat_pattern' ? 'items' : 'dict';
    return {
      name: this.textOf(inner),
      kind: pattern.type.endsWith('splat_pattern') ? spread : kind,
      annotation: type === null ? null : this.read(type),
      fallback: value === null ? null : this.read(value),
      line: node.line,
    };
  }

  private nameIn(node: RawNode, field: string): string {
    const child = childOf(node, field);
    return child === null ? '' : this.textOf(child);
  }

  private readText(node: RawNode): Expression {
    const parts: (string | Expression)[] = [];
    let isBytes = false;
    for (const literal of node.type === 'string' ? [node] : namedChildren(node)) {
      const [opening] = literal.children;
      const prefix = opening === undefined ? '' : this.textOf(opening).replace(/['"]+$/, '');
      isBytes ||= /b/i.test(prefix);
      for (const part of literal.children) {
        if (part.type === 'string_content') {
          const inside = this.textOf(part);
          parts.push(
            unescaped(
              /f/i.test(prefix) ? inside.replaceAll('{{', '{').replaceAll('}}', '}') : inside,
              prefix,
            ),
          );
        } else if (part.type === 'interpolation') {
          parts.push(this.read(childOf(part, 'expression')));
        }
      }
    }
    const { start, end, line } = node;
    if (isBytes) return { kind: 'unknown', start, end, line };
    const texts = parts.filter((part) => typeof part === 'string');
    return texts.length === parts.length
      ? { kind: 'text', value: texts.join(''), start, end, line }
      : { kind: 'format', parts, start, end, line };
  }

  readArguments(list: RawNode | null): Argument[] {
    if (list === null) return [];
    if (list.type === 'generator_expression') return [{ name: null, spread: null, value: this.read(list) }];
    return namedChildren(list).map((node) => {
      const first = namedChildren(node)[0] ?? null;
      if (node.type === 'keyword_argument')
        return { name: this.nameIn(node, 'name'), spread: null, value: this.read(childOf(node, 'value')) };
      if (node.type === 'list_splat') return { name: null, spread: 'items', value: this.read(first) };
      if (node.type === 'dictionary_splat') return { name: null, spread: 'dict', value: this.read(first) };
      return { name: null, spread: null, value: this.read(node) };
    });
  }

  private readEntries(node: RawNode): { key: Expression | null; value: Expression }[] {
    return namedChildren(node).map((entry) =>
      entry.type === 'pair'
        ? { key: this.read(childOf(entry, 'key')), value: this.read(childOf(entry, 'value')) }
        : { key: null, value: this.read(namedChildren(entry)[0] ?? null) },
    );
  }

  private readSlice(node: RawNode): Expression {
    const { start, end, line } = node;
    const colon = node.children.findIndex((child) => this.textOf(child) === ':');
    const before = node.children.slice(0, Math.max(0, colon)).find(({ isNamed }) => isNamed);
    const after = node.children[colon + 1];
    return {
      ...{ kind: 'slice', start, end, line },
      from: before === undefined ? null : this.read(before),
      to: after?.isNamed === true ? this.read(after) : null,
    };
  }

  private readComparison(node: RawNode): Expression {
    const { start, end, line } = node;
    const operands = namedChildren(node);
    const operators = node.children.filter((child) => !child.isNamed);
    const operator = operators.map((child) => this.textOf(child).replace(/\s+/g, ' ')).join(' ');
    // A chain such as `0 < x < 10` says nothing about inputs.
    if (operands.length !== 2) return { kind: 'unknown', start, end, line };
    const [left = null, right = null] = operands;
    return { kind: 'comparison', operator, left: this.read(left), right: this.read(right), start, end, line };
  }

  private readComprehension(node: RawNode): Expression {
    const { start, end, line } = node;
    const body = childOf(node, 'body');
    const clauses: Clause[] = namedChildren(node)
      .filter(({ type }) => type === 'for_in_clause' || type === 'if_clause')
      .map((clause) =>
        clause.type === 'if_clause'
          ? { target: null, value: this.read(namedChildren(clause)[0] ?? null) }
          : { target: this.read(childOf(clause, 'left')), value: this.read(childOf(clause, 'right')) },
      );
    const isPair = body?.type === 'pair';
    return {
      ...{ kind: 'comprehension', start, end, line },
      form: isPair ? 'dict' : node.type === 'set_comprehension' ? 'set' : 'list',
      element: this.read(isPair ? childOf(body, 'key') : body),
      value: isPair ? this.read(childOf(body, 'value')) : null,
      clauses,
    };
  }

  private readDotted(node: RawNode): Expression {
    const [first = null, ...rest] = namedChildren(node);
    return rest.reduce<Expression>(
      (object, part) => ({
        ...{ kind: 'attribute', object, name: this.textOf(part) },
        ...{ start: object.start, end: part.end, line: object.line },
      }),
      this.read(first),
    );
  }

  /** `list[int]` where the grammar expects a type. */
  private readGenericType(node: RawNode): Expression {
    const { start, end, line } = node;
    const [object = null, parameters] = namedChildren(node);
    const index = parameters === undefined ? [] : this.readAll(namedChildren(parameters));
    return { kind: 'subscript', object: this.read(object), index, start, end, line };
  }

  private readUnion(node: RawNode): Expression {
    const { start, end, line } = node;
    const [left = null, right = null] = namedChildren(node);
    return {
      kind: 'binary',
      operator: '|',
      left: this.read(left),
      right: this.read(right),
      start,
      end,
      line,
    };
  }
}
