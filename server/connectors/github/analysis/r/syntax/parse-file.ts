import type { Node } from 'web-tree-sitter';
import { withSyntaxTree } from '../../../../_shared/syntax/parse';
import type { ArgumentExpression, Comment, Expression, Parameter, RFile, Span } from './ast';
import { firstErrorLine } from './errors';
import { naTypes, plainName, textOfString } from './literals';

/** How deep code may nest; what is deeper isn't read. */
const deepest = 250;
const leftward = new Set(['<-', '<<-', '=', ':=']);
const rightward = new Set(['->', '->>']);

/** Parses a file. Null if that takes too many steps. */
export function parseFile(path: string, text: string): Promise<RFile | null> {
  return withSyntaxTree('r', text, (root) => {
    const comments = new Map<number, Comment>();
    const file: RFile = { path, text, body: [], comments, errorLine: firstErrorLine(root, text) };
    const lines = text.split('\n');
    for (const node of root.descendantsOfType('comment')) {
      if (node === null) continue;
      const { row, column } = node.startPosition;
      const isAlone = (lines[row] ?? '').slice(0, column).trim() === '';
      comments.set(row + 1, { text: node.text, isAlone });
    }
    return { ...file, body: new Builder(file).allIn(root, 0) };
  });
}

/** Makes expressions of the nodes of a tree, which is freed afterward. */
class Builder {
  constructor(private readonly file: RFile) {}

  allIn(node: Node, depth: number): Expression[] {
    return node.namedChildren.flatMap((child) =>
      child === null || child.type === 'comment' ? [] : [this.read(child, depth + 1)],
    );
  }

  private span(node: Node): Span {
    const { startIndex: start, endIndex: end } = node;
    return { file: this.file, line: node.startPosition.row + 1, start, end };
  }

  private field(node: Node, name: string, depth: number): Expression {
    const child = node.childForFieldName(name);
    return child === null ? { ...this.span(node), kind: 'unknown' } : this.read(child, depth + 1);
  }

  private read(node: Node, depth: number): Expression {
    const span = this.span(node);
    if (depth > deepest) return { ...span, kind: 'unknown' };
    const field = (name: string) => this.field(node, name, depth);
    switch (node.type) {
      case 'string':
        return { ...span, kind: 'text', value: textOfString(node) };
      case 'integer':
      case 'float':
        return numberIn(node.text, span);
      case 'inf':
        return { ...span, kind: 'number', value: Number.POSITIVE_INFINITY, isWhole: false, isFraction: true };
      case 'true':
      case 'false':
        return { ...span, kind: 'logical', value: node.type === 'true' };
      case 'null':
        return { ...span, kind: 'null' };
      case 'na':
      case 'nan':
        return { ...span, kind: 'na', typeId: naTypes[node.text] ?? null };
      case 'dots':
        return { ...span, kind: 'name', name: '...', package: null };
      case 'identifier':
        return { ...span, kind: 'name', name: plainName(node.text), package: null };
      case 'namespace_operator': {
        const [owner, name] = [node.childForFieldName('lhs')?.text, node.childForFieldName('rhs')?.text];
        return { ...span, kind: 'name', name: plainName(name ?? ''), package: owner ?? null };
      }
      case 'parenthesized_expression': {
        const [inner] = this.allIn(node, depth);
        return inner ?? { ...span, kind: 'null' };
      }
      case 'braced_expression':
        return { ...span, kind: 'block', body: this.allIn(node, depth) };
      case 'extract_operator': {
        const name = node.childForFieldName('rhs');
        const text = name?.type === 'string' ? textOfString(name) : plainName(name?.text ?? '');
        return { ...span, kind: 'member', object: field('lhs'), name: text };
      }
      case 'call':
        return { ...span, kind: 'call', callee: field('function'), args: this.args(node, depth) };
      case 'subset':
      case 'subset2': {
        const isSingle = node.type === 'subset2';
        return { ...span, kind: 'index', object: field('function'), args: this.args(node, depth), isSingle };
      }
      case 'unary_operator': {
        const operator = node.childForFieldName('operator')?.text ?? '';
        return { ...span, kind: 'unary', operator, operand: field('rhs') };
      }
      case 'binary_operator':
        return this.binary(node, span, depth);
      case 'function_definition': {
        const parameters = this.parameters(node.childForFieldName('parameters'), depth);
        return { ...span, kind: 'function', parameters, body: field('body') };
      }
      case 'if_statement': {
        const alternative = node.childForFieldName('alternative') === null ? null : field('alternative');
        return {
          ...span,
          kind: 'if',
          test: field('condition'),
          consequence: field('consequence'),
          alternative,
        };
      }
      case 'for_statement': {
        const name = plainName(node.childForFieldName('variable')?.text ?? '');
        return { ...span, kind: 'for', name, sequence: field('sequence'), body: field('body') };
      }
      case 'while_statement':
        return { ...span, kind: 'while', test: field('condition'), body: field('body') };
      case 'repeat_statement':
        return { ...span, kind: 'while', test: null, body: field('body') };
      case 'break':
      case 'next':
        return { ...span, kind: node.type };
      default:
        return { ...span, kind: 'unknown' };
    }
  }

  private binary(node: Node, span: Span, depth: number): Expression {
    const operator = node.childForFieldName('operator')?.text ?? '';
    const left = this.field(node, 'lhs', depth);
    const right = this.field(node, 'rhs', depth);
    const isOuter = operator.length === 3;
    if (leftward.has(operator)) return { ...span, kind: 'assign', target: left, value: right, isOuter };
    if (rightward.has(operator)) return { ...span, kind: 'assign', target: right, value: left, isOuter };
    if (operator === '|>' || operator === '%>%') return piped(left, right, span);
    return { ...span, kind: 'binary', operator, left, right };
  }

  private args(node: Node, depth: number): ArgumentExpression[] {
    const given = node.childForFieldName('arguments');
    const args: ArgumentExpression[] = [];
    let isFilled = false;
    for (const child of given?.children ?? []) {
      if (child?.type === 'argument') {
        const [name, value] = [child.childForFieldName('name'), child.childForFieldName('value')];
        args.push({
          name: argumentName(child, name, value),
          value: isNameOnly(child, value) || value === null ? null : this.read(value, depth + 1),
        });
        isFilled = true;
      } else if (child?.type === 'comma') {
        if (!isFilled) args.push({ name: null, value: null });
        isFilled = false;
      }
    }
    return args;
  }

  private parameters(node: Node | null, depth: number): Parameter[] {
    return (node?.namedChildren ?? []).flatMap((child): Parameter[] => {
      if (child?.type !== 'parameter') return [];
      const fallback = child.childForFieldName('default');
      return [
        {
          name: plainName(child.childForFieldName('name')?.text ?? ''),
          fallback: fallback === null ? null : this.read(fallback, depth + 1),
          line: child.startPosition.row + 1,
        },
      ];
    });
  }
}

/** `"-w" = ,`: the grammar takes its name for a value. */
const isNameOnly = (argument: Node, value: Node | null): boolean =>
  value === null || argument.lastChild?.type === '=';

function argumentName(argument: Node, name: Node | null, value: Node | null): string | null {
  const node = name ?? (isNameOnly(argument, value) ? argument.firstChild : null);
  if (node === null) return null;
  return node.type === 'string' ? textOfString(node) : plainName(node.text);
}

function numberIn(text: string, span: Span): Expression {
  const value = Number(text.replace(/L$/, ''));
  if (!Number.isFinite(value)) return { ...span, kind: 'unknown' };
  const isFraction = !/^0x/i.test(text) && (/\./.test(text) || !Number.isInteger(value));
  return { ...span, kind: 'number', value, isWhole: text.endsWith('L'), isFraction };
}

/** `x |> f(a)` is `f(x, a)`; with `%>%`, a dot says where `x` goes. */
function piped(left: Expression, right: Expression, span: Span): Expression {
  if (right.kind === 'name')
    return { ...span, kind: 'call', callee: right, args: [{ name: null, value: left }] };
  if (right.kind !== 'call') return { ...span, kind: 'unknown' };
  const isDot = ({ value }: ArgumentExpression) =>
    value?.kind === 'name' && (value.name === '.' || value.name === '_');
  const args = right.args.some(isDot)
    ? right.args.map((each) => (isDot(each) ? { ...each, value: left } : each))
    : [{ name: null, value: left }, ...right.args];
  return { ...right, ...span, line: right.callee.line, args };
}
