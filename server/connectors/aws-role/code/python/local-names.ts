import type { Node } from 'web-tree-sitter';
import { isField, nodesIn } from '../../../_shared/syntax/parse';
import { outermost, stringOf } from './literals';

/** The variables of a function or a module, by how they get their values. */
export class LocalNames {
  private readonly timesAssigned = new Map<string, number>();
  /** The variables that only ever hold one text. */
  readonly texts = new Map<string, string>();

  /** @param scope a module's own statements, without those in its functions */
  constructor(body: Node, scope: 'module' | 'function') {
    const statements = scope === 'module' ? topLevel(body) : nodesIn(body);
    const texts: [string, string][] = [];
    for (const node of statements) {
      const targets = targetsOf(node);
      for (const { text } of targets) this.timesAssigned.set(text, (this.timesAssigned.get(text) ?? 0) + 1);
      const value = node.type === 'assignment' ? stringOf(node.childForFieldName('right')) : null;
      const [target, ...others] = targets;
      if (value !== null && target !== undefined && others.length === 0) texts.push([target.text, value]);
    }
    for (const [name, text] of texts) if (this.isAssignedOnce(name)) this.texts.set(name, text);
  }

  has(name: string): boolean {
    return this.timesAssigned.has(name);
  }

  /** The variable that holds this value and never another one; null if there is none. */
  nameOf(value: Node): string | null {
    const name = namedBy(value) ?? targetOf(outermost(value));
    return name !== null && this.isAssignedOnce(name.text) ? name.text : null;
  }

  /** Whether this is where a variable gets its value. */
  isTarget(identifier: Node): boolean {
    const { parent } = identifier;
    if (parent === null) return false;
    const assignment = parent.type === 'pattern_list' ? parent.parent : parent;
    return assignment !== null && targetsOf(assignment).some(({ id }) => id === identifier.id);
  }

  private isAssignedOnce(name: string): boolean {
    return this.timesAssigned.get(name) === 1;
  }
}

function* topLevel(root: Node): Generator<Node> {
  for (const statement of root.namedChildren) {
    const inner = statement?.type === 'expression_statement' ? statement.namedChild(0) : statement;
    if (inner != null) yield inner;
  }
}

/** The names that a statement or an expression gives a value. `x += 1` changes the value that it already has. */
function targetsOf(node: Node): Node[] {
  switch (node.type) {
    case 'assignment':
    case 'for_statement':
    case 'for_in_clause':
      return namesIn(node.childForFieldName('left'));
    case 'named_expression':
      return namesIn(node.childForFieldName('name'));
    case 'as_pattern':
      return namesIn(node.childForFieldName('alias')?.namedChild(0) ?? null);
    default:
      return [];
  }
}

function namesIn(pattern: Node | null): Node[] {
  if (pattern === null) return [];
  if (pattern.type === 'identifier') return [pattern];
  if (!/^(pattern_list|tuple_pattern|list_pattern)$/.test(pattern.type)) return [];
  return pattern.namedChildren.flatMap((child) => (child?.type === 'identifier' ? child : []));
}

/** The variable of `name := value`. */
function namedBy(value: Node): Node | null {
  const last = outermost(value);
  for (let at: Node | null = value; at !== null && at.id !== last.id; at = at.parent)
    if (at.parent?.type === 'named_expression') return at.parent.childForFieldName('name');
  return null;
}

/** The variable on the left of `name = value`, and of `a, b = value, other`. */
function targetOf(value: Node): Node | null {
  const { parent } = value;
  if (parent?.type === 'assignment' && isField(parent, 'right', value)) {
    const left = parent.childForFieldName('left');
    return left?.type === 'identifier' ? left : null;
  }
  const left = parent?.type === 'expression_list' ? parent.parent?.childForFieldName('left') : null;
  if (parent == null || left?.type !== 'pattern_list' || left.namedChildCount !== parent.namedChildCount)
    return null;
  const at = parent.namedChildren.findIndex((child) => child?.id === value.id);
  const target = left.namedChild(at);
  return target?.type === 'identifier' ? target : null;
}
