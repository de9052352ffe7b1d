import type { Node } from 'web-tree-sitter';
import { isField, nodesIn } from '../../../_shared/syntax/parse';
import type { EventReads, EventUse, KeyUse } from '../event-keys';
import { followEvent, type PassOn } from '../follow-event';
import { literalOf } from '../literal';
import { constantsOf, functionsOf, isTarget, parametersOf, timesNamed } from './declarations';
import { evidenceOfPattern, evidenceOfUse } from './evidence-of-use';
import { isDefaulted, outermost, stringOf, textOf } from './literals';

/**
 * Which keys a JavaScript handler reads from its event: members, and destructuring with its defaults, also in functions
 * of the module that get the event. Null if the module lacks that function.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html
 */
export function readJavaScriptHandler(root: Node, name: string): EventUse | null {
  const constants = constantsOf(root);
  return followEvent(name, {
    functions: functionsOf(root),
    parametersOf,
    readBody: (body, parameter, reads, passOn) => new Body(body, constants, reads, passOn).read(parameter),
  });
}

/** The body of a function that gets the event. */
class Body {
  private readonly timesNamed: Map<string, number>;
  /** The names of the event: its parameter, and others that it is assigned to. */
  private readonly events = new Set<string>();
  /** The variables that hold the value of a key. */
  private readonly values = new Map<string, string>();

  constructor(
    private readonly body: Node,
    private readonly constants: ReadonlyMap<string, string>,
    private readonly reads: EventReads,
    private readonly passOn: PassOn,
  ) {
    this.timesNamed = timesNamed(body);
  }

  read(parameter: Node): void {
    this.readPattern(parameter);
    for (const node of nodesIn(this.body)) {
      const isShorthand = node.type === 'shorthand_property_identifier';
      if (isShorthand && this.events.has(node.text)) this.reads.isPassedOn = true;
      if (node.type !== 'identifier') continue;
      const key = this.values.get(node.text);
      if (this.events.has(node.text)) this.readEvent(node);
      else if (key !== undefined && !isTarget(node)) this.reads.add({ key, evidence: evidenceOfUse(node) });
    }
  }

  /** Reads `{ a, b = 1 }`; a name is one of the whole event. */
  private readPattern(pattern: Node): void {
    if (pattern.type === 'identifier') this.events.add(pattern.text);
    const left = pattern.type === 'assignment_pattern' ? pattern.childForFieldName('left') : null;
    if (left !== null) this.readPattern(left);
    if (pattern.type !== 'object_pattern') return;
    for (const part of pattern.namedChildren) if (part !== null) this.readPart(part);
  }

  private readPart(part: Node): void {
    switch (part.type) {
      case 'shorthand_property_identifier_pattern':
        this.addPart(part.text, part);
        break;
      case 'object_assignment_pattern': {
        const left = part.childForFieldName('left');
        if (left !== null) this.addPart(left.text, left, part.childForFieldName('right'));
        break;
      }
      case 'pair_pattern': {
        const key = this.keyOf(part.childForFieldName('key'));
        const value = part.childForFieldName('value');
        if (key === null || value === null) break;
        if (value.type === 'assignment_pattern')
          this.addPart(key, value.childForFieldName('left'), value.childForFieldName('right'));
        else this.addPart(key, value);
        break;
      }
      case 'rest_pattern':
        this.reads.isPassedOn = true;
        break;
    }
  }

  /** @param fallback the default, with which the key may be missing */
  private addPart(key: string, target: Node | null, fallback: Node | null = null): void {
    this.reads.add({
      key,
      isOptional: fallback !== null,
      fallback: fallback === null ? undefined : literalOf(fallback, stringOf),
      evidence: evidenceOfPattern(target),
    });
    if (target !== null) this.nameValue(target, key);
  }

  /** A variable that never gets another value tells more about the key. */
  private nameValue(target: Node, key: string): void {
    const isName = target.type === 'identifier' || target.type === 'shorthand_property_identifier_pattern';
    // A parameter is named outside of the body.
    if (isName && (this.timesNamed.get(target.text) ?? 0) <= (isIn(this.body, target) ? 1 : 0))
      this.values.set(target.text, key);
  }

  private readEvent(node: Node): void {
    const { parent } = node;
    switch (parent?.type) {
      case 'member_expression':
      case 'subscript_expression':
        if (isField(parent, 'object', node)) this.readMember(parent);
        break;
      case 'variable_declarator': {
        const target = parent.childForFieldName('name');
        if (target !== null && isField(parent, 'value', node)) this.readPattern(target);
        break;
      }
      case 'arguments':
        this.readArgument(parent, node);
        break;
      case 'binary_expression':
        this.readMembership(parent, node);
        break;
      case 'for_in_statement':
        if (isField(parent, 'right', node)) this.reads.hasComputedKeys = true;
        break;
      case 'spread_element':
      case 'return_statement':
      case 'pair':
        this.reads.isPassedOn = true;
        break;
    }
  }

  private readArgument(list: Node, node: Node): void {
    const callee = list.parent?.childForFieldName('function')?.text ?? '';
    if (/^(console|logger|log)\.\w+$/.test(callee) || callee === 'JSON.stringify') return;
    if (/^(Object|Reflect)\.(keys|entries|values|ownKeys|getOwnPropertyNames)$/.test(callee))
      this.reads.hasComputedKeys = true;
    else if (callee === 'Object.hasOwn') this.addOptional(list.namedChild(1));
    else
      this.passOn(
        callee,
        list.namedChildren.findIndex((child) => child?.id === node.id),
      );
  }

  /** `'key' in event`, which works without the key. */
  private readMembership(comparison: Node, node: Node): void {
    const isMembership = comparison.childForFieldName('operator')?.text === 'in';
    if (isMembership && isField(comparison, 'right', node))
      this.addOptional(comparison.childForFieldName('left'));
  }

  private addOptional(name: Node | null): void {
    const key = this.keyOf(name);
    if (key !== null) this.reads.add({ key, isOptional: true });
  }

  /** `event.key` and `event['key']`, with the default of `??` and `||`. */
  private readMember(member: Node): void {
    const isDotted = member.type === 'member_expression';
    const { parent } = member;
    if (isDotted && parent?.type === 'call_expression' && isField(parent, 'function', member)) {
      this.readMethod(member, parent);
      return;
    }
    if (isWritten(member)) return;
    const key = isDotted
      ? (member.childForFieldName('property')?.text ?? null)
      : this.keyOf(member.childForFieldName('index'));
    if (key !== null) this.addUse(member, key);
  }

  /** `event.hasOwnProperty('key')`; other methods of every object read no key. */
  private readMethod(member: Node, call: Node): void {
    const name = member.childForFieldName('property')?.text ?? '';
    if (name === 'hasOwnProperty')
      this.addOptional(call.childForFieldName('arguments')?.namedChild(0) ?? null);
    else if (!/^(toString|valueOf|toLocaleString|propertyIsEnumerable)$/.test(name))
      this.addUse(member, name);
  }

  private addUse(read: Node, key: string): void {
    const { parent } = read;
    const isGuarded = parent !== null && isDefaulted(parent, read);
    const right = isGuarded || assignsDefault(parent, read) ? parent?.childForFieldName('right') : null;
    const isChained =
      read.childForFieldName('optional_chain') != null ||
      (parent?.childForFieldName('optional_chain') != null && isField(parent, 'object', read));
    const use: KeyUse = {
      key,
      isOptional: right != null || isChained,
      fallback: right == null ? undefined : literalOf(right, stringOf),
      evidence: evidenceOfUse(read),
    };
    this.reads.add(use);
    const outer = outermost(read);
    const target =
      outer.parent?.type === 'variable_declarator' ? outer.parent.childForFieldName('name') : null;
    if (target !== null) this.nameValue(target, key);
  }

  /** The key that an expression names; null for one that is computed, which is noted. */
  private keyOf(node: Node | null): string | null {
    if (node?.type === 'property_identifier') return node.text;
    const expression = node?.type === 'computed_property_name' ? node.namedChild(0) : node;
    const key =
      textOf(expression) ??
      (expression?.type === 'identifier' ? this.constants.get(expression.text) : undefined);
    if (key === undefined) this.reads.hasComputedKeys = true;
    return key ?? null;
  }
}

const isIn = (body: Node, node: Node): boolean =>
  node.startIndex >= body.startIndex && node.endIndex <= body.endIndex;

/** `event.key ??= 10` */
const assignsDefault = (parent: Node | null, read: Node): boolean =>
  parent?.type === 'augmented_assignment_expression' &&
  /^(\?\?|\|\|)=$/.test(parent.childForFieldName('operator')?.text ?? '') &&
  isField(parent, 'left', read);

const isWritten = (member: Node): boolean =>
  (member.parent?.type === 'assignment_expression' && isField(member.parent, 'left', member)) ||
  (member.parent?.type === 'unary_expression' && member.parent.text.startsWith('delete'));
