import type { Node } from 'web-tree-sitter';
import { isField, nodesIn } from '../../../_shared/syntax/parse';
import type { EventReads, EventUse, KeyUse } from '../event-keys';
import type { Evidence } from '../evidence';
import { followEvent, type PassOn } from '../follow-event';
import { literalOf } from '../literal';
import { evidenceOfUse } from './evidence-of-use';
import { isDefaulted, stringOf } from './literals';
import { LocalNames } from './local-names';
import { iterated } from './loops';
import { evidenceOfPatterns, keysOfPattern, patternsOf } from './patterns';

/**
 * Which keys a Python handler reads from its event: subscripts, `get`, `pop`, and `match`, also in functions of the module
 * that get the event. Null if the module lacks that function.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/python-handler.html
 */
export function readPythonHandler(root: Node, name: string): EventUse | null {
  const constants = new LocalNames(root, 'module').texts;
  return followEvent(name, {
    functions: functionsOf(root),
    parametersOf,
    readBody: (body, parameter, reads, passOn) => new Body(body, parameter, constants, reads, passOn).read(),
  });
}

/** The functions of a module, with their names. */
function functionsOf(root: Node): Map<string, Node> {
  const functions = new Map<string, Node>();
  for (const statement of root.namedChildren) {
    const found =
      statement?.type === 'decorated_definition' ? statement.childForFieldName('definition') : statement;
    const name = found?.type === 'function_definition' ? found.childForFieldName('name')?.text : undefined;
    if (found !== null && found !== undefined && name !== undefined) functions.set(name, found);
  }
  return functions;
}

/** The names of a function's parameters, in order. */
function parametersOf(definition: Node): string[] {
  const list = definition.childForFieldName('parameters')?.namedChildren ?? [];
  return list.flatMap((parameter) => {
    if (parameter?.type === 'identifier') return parameter.text;
    const name = parameter?.childForFieldName('name') ?? parameter?.namedChild(0);
    return name?.type === 'identifier' ? name.text : [];
  });
}

/** The body of a function that gets the event. */
class Body {
  private readonly locals: LocalNames;
  /** The names of the event: its parameter, and others that it is assigned to. */
  private readonly events: Set<string>;
  /** The variables that hold the value of a key. */
  private readonly values = new Map<string, string>();

  constructor(
    private readonly body: Node,
    parameter: string,
    private readonly constants: ReadonlyMap<string, string>,
    private readonly reads: EventReads,
    private readonly passOn: PassOn,
  ) {
    this.locals = new LocalNames(body, 'function');
    this.events = new Set([parameter]);
  }

  read(): void {
    for (const node of nodesIn(this.body)) {
      if (node.type !== 'identifier') continue;
      const key = this.values.get(node.text);
      if (this.events.has(node.text)) this.readEvent(node);
      else if (key !== undefined && !this.locals.isTarget(node))
        this.reads.add({ key, evidence: evidenceOfUse(node) });
    }
  }

  private readEvent(node: Node): void {
    const { parent } = node;
    switch (parent?.type) {
      case 'subscript':
        if (isField(parent, 'value', node)) this.readSubscript(parent);
        break;
      case 'attribute':
        if (isField(parent, 'object', node)) this.readMethod(parent);
        break;
      case 'comparison_operator':
        this.readMembership(parent, node);
        break;
      case 'assignment': {
        const left = parent.childForFieldName('left');
        if (isField(parent, 'right', node) && left?.type === 'identifier') this.events.add(left.text);
        break;
      }
      case 'argument_list':
        this.readArgument(parent, node);
        break;
      case 'for_statement':
      case 'for_in_clause':
        if (isField(parent, 'right', node)) this.reads.hasComputedKeys = true;
        break;
      case 'match_statement':
        this.readMatch(parent);
        break;
      case 'list_splat': {
        // The grammar takes `*event['key']` for a part of `*event`.
        const subscript = parent.parent;
        if (subscript?.type === 'subscript' && isField(subscript, 'value', parent))
          this.readSubscript(subscript, [iterated]);
        break;
      }
      case 'keyword_argument':
      case 'dictionary_splat':
      case 'return_statement':
        this.reads.isPassedOn = true;
        break;
    }
  }

  private readArgument(list: Node, node: Node): void {
    const callee = list.parent?.childForFieldName('function')?.text ?? '';
    if (/^(list|tuple|set|sorted|enumerate|iter)$/.test(callee)) this.reads.hasComputedKeys = true;
    else if (!/^(print|len|type|repr|isinstance|(log|logger|logging)\.\w+)$/.test(callee))
      this.passOn(
        callee,
        list.namedChildren.findIndex((child) => child?.id === node.id),
      );
  }

  /** `event['key']`, which fails without the key. */
  private readSubscript(subscript: Node, evidence: Evidence[] = evidenceOfUse(subscript)): void {
    if (isWritten(subscript)) return;
    const key = this.keyOf(subscript.childForFieldName('subscript'));
    if (key !== null) this.addUse(subscript, { key, evidence });
  }

  /** `event.get('key', default)` and its like. */
  private readMethod(attribute: Node): void {
    const call = attribute.parent;
    const method = attribute.childForFieldName('attribute')?.text ?? '';
    if (call?.type !== 'call' || !isField(call, 'function', attribute)) return;
    if (/^(items|values|keys)$/.test(method)) this.reads.hasComputedKeys = true;
    if (/^(copy|update)$/.test(method)) this.reads.isPassedOn = true;
    if (!/^(get|pop|setdefault)$/.test(method)) return;
    const [first = null, second = null] = call.childForFieldName('arguments')?.namedChildren ?? [];
    const key = this.keyOf(first);
    if (key === null) return;
    const fallback = second === null ? undefined : literalOf(second, stringOf);
    this.addUse(call, { key, isOptional: method !== 'pop' || second !== null, fallback });
  }

  /** `'key' in event`, which works without the key. */
  private readMembership(comparison: Node, node: Node): void {
    const [left = null, right = null] = comparison.namedChildren;
    if (right?.id !== node.id) return;
    const key = this.keyOf(left);
    if (key !== null) this.reads.add({ key, isOptional: true });
  }

  private readMatch(match: Node): void {
    for (const { key, pattern } of patternsOf(match).flatMap(keysOfPattern))
      this.reads.add({
        key,
        isOptional: true,
        evidence: pattern === null ? [] : evidenceOfPatterns([pattern]),
      });
  }

  private addUse(read: Node, use: KeyUse): void {
    const { parent } = read;
    const isOr = parent !== null && isDefaulted(parent, read);
    const right = isOr ? parent.childForFieldName('right') : null;
    const fallback = use.fallback ?? (right === null ? undefined : literalOf(right, stringOf));
    this.reads.add({ evidence: evidenceOfUse(read), ...use, fallback });
    const name = this.locals.nameOf(read);
    if (name !== null) this.values.set(name, use.key);
  }

  /** The key that an expression names; null for one that is computed, which is noted. */
  private keyOf(node: Node | null): string | null {
    const literal = stringOf(node);
    if (literal !== null) return literal;
    const name = node?.type === 'identifier' ? node.text : '';
    const constant = (this.locals.has(name) ? this.locals.texts : this.constants).get(name);
    if (constant === undefined) this.reads.hasComputedKeys = true;
    return constant ?? null;
  }
}

const isWritten = (subscript: Node): boolean =>
  subscript.parent?.type === 'delete_statement' ||
  (subscript.parent?.type === 'assignment' && isField(subscript.parent, 'left', subscript));
