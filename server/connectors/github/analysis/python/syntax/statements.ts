import type { ClassDefinition, Expression, FunctionDefinition, Handler, Statement } from './ast';
import { ExpressionReader } from './expressions';
import { childOf, childrenOf, namedChildren, type RawNode } from './raw-tree';
import { cleanDocstring } from './text-literals';

/** The statements of a file, from the nodes of the parser. */
export function readStatements(root: RawNode, source: string): Statement[] {
  return new StatementReader(source).readAll(namedChildren(root));
}

/** The text that a body starts with, if it is one. */
export function docstringOf(body: readonly Statement[]): string | null {
  const [first] = body;
  return first?.kind === 'expression' && first.value.kind === 'text'
    ? cleanDocstring(first.value.value)
    : null;
}

class StatementReader {
  private readonly expressions: ExpressionReader;

  constructor(source: string) {
    this.expressions = new ExpressionReader(source);
  }

  readAll(nodes: readonly RawNode[]): Statement[] {
    // What stands within an error of syntax is read, too: most of it is still what it seems.
    return nodes.flatMap((node) =>
      node.type === 'ERROR' ? this.readAll(namedChildren(node)) : [this.read(node)],
    );
  }

  private block(node: RawNode | null): Statement[] {
    return node === null ? [] : this.readAll(namedChildren(node));
  }

  private field(node: RawNode, name: string): Expression {
    return this.expressions.read(childOf(node, name));
  }

  private textIn(node: RawNode, field: string): string {
    const child = childOf(node, field);
    return child === null ? '' : this.expressions.textOf(child);
  }

  private read(node: RawNode): Statement {
    const { start, end, line } = node;
    const span = { start, end, line };
    const body = (field = 'body'): Statement[] => this.block(childOf(node, field));
    switch (node.type) {
      case 'expression_statement':
        return this.readExpression(node);
      case 'function_definition':
        return { ...span, kind: 'function', definition: this.readFunction(node, []) };
      case 'class_definition':
        return { ...span, kind: 'class', definition: this.readClass(node, []) };
      case 'decorated_definition':
        return this.readDecorated(node);
      case 'return_statement': {
        const [value] = namedChildren(node);
        return { ...span, kind: 'return', value: value === undefined ? null : this.expressions.read(value) };
      }
      case 'if_statement':
        return this.readIf(node);
      case 'for_statement':
        return {
          ...{ ...span, kind: 'for', target: this.field(node, 'left'), iterable: this.field(node, 'right') },
          ...{ body: body(), otherwise: this.elseOf(node) },
        };
      case 'while_statement':
        return {
          ...span,
          kind: 'while',
          test: this.field(node, 'condition'),
          body: body(),
          otherwise: this.elseOf(node),
        };
      case 'with_statement':
        return { ...span, kind: 'with', items: this.readWithItems(node), body: body() };
      case 'try_statement':
        return this.readTry(node);
      case 'import_statement':
        return {
          ...span,
          kind: 'import',
          names: this.importedNames(node).map(({ name, alias }) => ({ module: name, alias })),
        };
      case 'import_from_statement': {
        const isAll = node.children.some(({ type }) => type === 'wildcard_import');
        const module = this.textIn(node, 'module_name').replace(/\s+/g, '');
        return { ...span, kind: 'import-from', module, names: isAll ? null : this.importedNames(node) };
      }
      case 'assert_statement':
        return { ...span, kind: 'assert', test: this.expressions.read(namedChildren(node)[0] ?? null) };
      case 'raise_statement': {
        const [value] = namedChildren(node);
        return { ...span, kind: 'raise', value: value === undefined ? null : this.expressions.read(value) };
      }
      case 'delete_statement':
        return { ...span, kind: 'delete', targets: this.expressions.readAll(namedChildren(node)) };
      case 'match_statement':
        return this.readMatch(node);
      case 'break_statement':
        return { ...span, kind: 'jump', word: 'break' };
      case 'continue_statement':
        return { ...span, kind: 'jump', word: 'continue' };
      default:
        return { ...span, kind: 'nothing' };
    }
  }

  private readExpression(node: RawNode): Statement {
    const { start, end, line } = node;
    const children = namedChildren(node);
    const [first = null] = children;
    if (first?.type === 'assignment') return this.readAssignment(first);
    if (first?.type === 'augmented_assignment') {
      const operator = this.textIn(first, 'operator').replace(/=$/, '');
      const [target, value] = [this.field(first, 'left'), this.field(first, 'right')];
      return { kind: 'augment', target, operator, value, start, end, line };
    }
    const value: Expression =
      children.length > 1
        ? { kind: 'items', form: 'tuple', items: this.expressions.readAll(children), start, end, line }
        : this.expressions.read(first);
    return { kind: 'expression', value, start, end, line };
  }

  private readAssignment(node: RawNode): Statement {
    const { start, end, line } = node;
    const targets: Expression[] = [];
    let value: RawNode | null = node;
    let annotation: Expression | null = null;
    while (value?.type === 'assignment') {
      targets.push(this.field(value, 'left'));
      const type = childOf(value, 'type');
      if (type !== null) annotation = this.expressions.read(type);
      value = childOf(value, 'right');
    }
    return {
      ...{ kind: 'assign', targets, annotation, start, end, line },
      value: value === null ? null : this.expressions.read(value),
    };
  }

  private readFunction(node: RawNode, decorators: Expression[]): FunctionDefinition {
    const { start, end, line } = node;
    const body = this.block(childOf(node, 'body'));
    const parameters = this.expressions.readParameters(childOf(node, 'parameters'));
    const docstring = docstringOf(body);
    return { name: this.textIn(node, 'name'), parameters, body, decorators, docstring, start, end, line };
  }

  private readClass(node: RawNode, decorators: Expression[]): ClassDefinition {
    const { start, end, line } = node;
    const body = this.block(childOf(node, 'body'));
    const bases = this.expressions
      .readArguments(childOf(node, 'superclasses'))
      .filter(({ name, spread }) => name === null && spread === null)
      .map(({ value }) => value);
    return {
      name: this.textIn(node, 'name'),
      bases,
      body,
      decorators,
      docstring: docstringOf(body),
      start,
      end,
      line,
    };
  }

  private readDecorated(node: RawNode): Statement {
    const { start, end, line } = node;
    const decorators = node.children
      .filter(({ type }) => type === 'decorator')
      .map((decorator) => this.expressions.read(namedChildren(decorator)[0] ?? null));
    const definition = childOf(node, 'definition');
    if (definition?.type === 'function_definition')
      return { kind: 'function', definition: this.readFunction(definition, decorators), start, end, line };
    if (definition?.type === 'class_definition')
      return { kind: 'class', definition: this.readClass(definition, decorators), start, end, line };
    return { kind: 'nothing', start, end, line };
  }

  private readIf(node: RawNode): Statement {
    const consequence = this.block(childOf(node, 'consequence'));
    const branches = childrenOf(node, 'alternative');
    let otherwise: Statement[] = [];
    for (const branch of branches.reverse()) {
      if (branch.type === 'else_clause') otherwise = this.block(childOf(branch, 'body'));
      else {
        const { start, end, line } = branch;
        const test = this.field(branch, 'condition');
        const body = this.block(childOf(branch, 'consequence'));
        otherwise = [{ kind: 'if', test, consequence: body, otherwise, start, end, line }];
      }
    }
    const { start, end, line } = node;
    return { kind: 'if', test: this.field(node, 'condition'), consequence, otherwise, start, end, line };
  }

  private elseOf(node: RawNode): Statement[] {
    const branch = childOf(node, 'alternative');
    return branch === null ? [] : this.block(childOf(branch, 'body'));
  }

  private readWithItems(node: RawNode): { value: Expression; target: Expression | null }[] {
    const clause = node.children.find(({ type }) => type === 'with_clause');
    return (clause === undefined ? [] : namedChildren(clause)).map((item) => {
      const value = childOf(item, 'value');
      if (value?.type !== 'as_pattern') return { value: this.expressions.read(value), target: null };
      const [inner = null] = namedChildren(value);
      return { value: this.expressions.read(inner), target: this.field(value, 'alias') };
    });
  }

  private readTry(node: RawNode): Statement {
    const { start, end, line } = node;
    const clauses = (type: string): RawNode[] => node.children.filter((child) => child.type === type);
    const last = (clause: RawNode | undefined): Statement[] =>
      this.block((clause === undefined ? [] : namedChildren(clause)).at(-1) ?? null);
    const handlers = node.children
      .filter(({ type }) => type === 'except_clause' || type === 'except_group_clause')
      .map((clause) => this.readHandler(clause));
    return {
      ...{ kind: 'try', body: this.block(childOf(node, 'body')), handlers, start, end, line },
      ...{ otherwise: last(clauses('else_clause')[0]), finally: last(clauses('finally_clause')[0]) },
    };
  }

  private readHandler(clause: RawNode): Handler {
    const body = this.block(namedChildren(clause).at(-1) ?? null);
    const value = childOf(clause, 'value');
    if (value === null) return { type: null, name: null, body };
    if (value.type !== 'as_pattern') return { type: this.expressions.read(value), name: null, body };
    const [type = null] = namedChildren(value);
    return { type: this.expressions.read(type), name: this.textIn(value, 'alias'), body };
  }

  private importedNames(node: RawNode): { name: string; alias: string | null }[] {
    return childrenOf(node, 'name').map((name) =>
      name.type === 'aliased_import'
        ? { name: this.textIn(name, 'name'), alias: this.textIn(name, 'alias') }
        : { name: this.expressions.textOf(name), alias: null },
    );
  }

  private readMatch(node: RawNode): Statement {
    const { start, end, line } = node;
    const block = childOf(node, 'body');
    const cases = (block === null ? [] : namedChildren(block))
      .filter(({ type }) => type === 'case_clause')
      .map((clause) => ({
        values: this.expressions.readAll(clause.children.filter(({ type }) => type === 'case_pattern')),
        body: this.block(childOf(clause, 'consequence')),
      }));
    return { kind: 'match', subject: this.field(node, 'subject'), cases, start, end, line };
  }
}
