/** What a path leads to, and what its variable parts are. */
export interface PathMatch<Value> {
  value: Value;
  params: Record<string, string>;
}

interface Node<Value> {
  fixed: Map<string, Node<Value>>;
  /** Any other part of a path, and what it is called. */
  variable: { name: string; node: Node<Value> } | null;
  value: Value | null;
}

/** Letters, digits, and signs that need no decoding, and that nobody reads as anything else. */
const PLAIN = /^[\w~-][\w.~-]*$/;

/** Finds what a path leads to among paths with `{names}` for their variable parts. A fixed part takes precedence. */
export class PathTree<Value> {
  private readonly root: Node<Value> = newNode();

  /** @param create makes the value of a path that is added */
  constructor(private readonly create: () => Value) {}

  /** The value of a path, which is added if it is new. Throws if another path calls the same variable part otherwise. */
  at(path: string): Value {
    let node = this.root;
    for (const part of partsOf(path)) node = childAt(node, part);
    node.value ??= this.create();
    return node.value;
  }

  /** Null for a path that leads nowhere, and for one with parts that would have to be decoded or resolved first. */
  find(path: string): PathMatch<Value> | null {
    const parts = partsOf(path);
    return parts.every((part) => PLAIN.test(part)) ? walk(this.root, parts) : null;
  }
}

const newNode = <Value>(): Node<Value> => ({ fixed: new Map(), variable: null, value: null });

const partsOf = (path: string): string[] => path.slice(1).split('/');

function childAt<Value>(node: Node<Value>, part: string): Node<Value> {
  const name = /^\{(\w+)\}$/.exec(part)?.[1];
  if (name === undefined) {
    const child = node.fixed.get(part) ?? newNode();
    node.fixed.set(part, child);
    return child;
  }
  node.variable ??= { name, node: newNode() };
  if (node.variable.name !== name) throw new Error(`{${name}} is called {${node.variable.name}} elsewhere`);
  return node.variable.node;
}

function walk<Value>(node: Node<Value>, parts: string[], index = 0): PathMatch<Value> | null {
  const part = parts[index];
  if (part === undefined) return node.value === null ? null : { value: node.value, params: {} };
  const fixed = node.fixed.get(part);
  const found = fixed === undefined ? null : walk(fixed, parts, index + 1);
  if (found !== null || node.variable === null) return found;
  const behind = walk(node.variable.node, parts, index + 1);
  if (behind !== null) behind.params[node.variable.name] = part;
  return behind;
}
