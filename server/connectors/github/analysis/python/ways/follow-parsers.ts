import type { Node } from 'web-tree-sitter';
import type { JsonValue } from '@/lib/base/json';
import type { ScriptNote } from '../../script';
import { methodsOf, type PythonFunction, type PythonModule } from '../code/module';
import {
  argumentsOf,
  bare,
  calledName,
  childrenOf,
  dottedName,
  lastName,
  lineOf,
  shortCode,
} from '../code/nodes';
import type { PythonProject } from '../code/project';
import { constantOf } from '../code/values';
import { newParser, type Parser } from './parser';
import { callMethod, describeParser, type Following, type Frame, type Held } from './parser-methods';

const deepestCall = 8;
const mostStatements = 50_000;
const mostRounds = 200;

/** Follows the code that puts parsers together, without running it. */
export class ParserFollower implements Following {
  readonly roots: Parser[] = [];
  readonly notes: ScriptNote[] = [];
  readonly parsed = new Set<Parser>();
  readonly children = new Set<Parser>();
  private readonly entered = new Set<number>();
  private statements = 0;
  /** What attributes of `self` hold, which methods share. */
  private readonly attributes = new Map<string, Held>();

  constructor(private readonly project: PythonProject) {}

  /** The parsers that are no sub-commands and no parents of others only. */
  top(): Parser[] {
    return this.roots.filter(
      (parser) => !this.children.has(parser) && (parser.arguments.length > 0 || parser.children.length > 0),
    );
  }

  enterModule(module: PythonModule): void {
    const frame = this.frame(module, new Map());
    for (const statement of module.actions) this.statement(statement, frame);
    for (const [name, node] of module.constants) this.assign(name, node, frame);
    if (module.main !== null) this.block(module.main, frame);
  }

  enterAll(module: PythonModule): void {
    const owned = [...module.classes.values()].flatMap((owner) => [...methodsOf(owner).values()]);
    for (const fn of [...module.functions.values(), ...owned]) {
      if (!this.entered.has(fn.node.id) && /ArgumentParser|add_argument|add_option/.test(fn.node.text))
        this.call(fn, [], new Map(), 0);
    }
  }

  private frame(module: PythonModule, held: Map<string, Held>, depth = 0): Frame {
    const locals = new Map<string, JsonValue>();
    for (const [name, each] of held) if (each.kind === 'value') locals.set(name, each.value);
    return { scope: { project: this.project, module, locals }, held, depth };
  }

  private block(node: Node | null, frame: Frame): Held | null {
    let returned: Held | null = null;
    for (const statement of childrenOf(node)) returned = this.statement(statement, frame) ?? returned;
    return returned;
  }

  private statement(node: Node, frame: Frame): Held | null {
    this.statements += 1;
    if (this.statements > mostStatements) return null;
    switch (node.type) {
      case 'expression_statement': {
        const inner = node.namedChild(0);
        if (inner?.type === 'assignment') this.assignment(inner, frame);
        else if (inner !== null) this.held(inner, frame);
        return null;
      }
      case 'return_statement':
        return this.held(node.namedChild(0), frame);
      case 'for_statement':
        this.loop(node, frame);
        return null;
      case 'function_definition':
      case 'class_definition':
      case 'decorated_definition':
        return null;
      case 'with_statement':
        for (const item of node.descendantsOfType('with_item'))
          if (item !== null) this.held(item.namedChild(0), frame);
        return this.block(node.childForFieldName('body'), frame);
    }
    let returned: Held | null = null;
    for (const child of childrenOf(node)) {
      if (/(_clause|^block)$/.test(child.type) || child.type.endsWith('_statement')) {
        returned =
          (child.type === 'block' ? this.block(child, frame) : this.statement(child, frame)) ?? returned;
      } else if (child.type === 'call') this.held(child, frame);
    }
    return returned;
  }

  private assignment(node: Node, frame: Frame): void {
    const left = node.childForFieldName('left');
    const right = node.childForFieldName('right');
    if (left === null || right === null) return;
    const name = dottedName(left);
    if (name !== '') this.assign(name, right, frame);
    else this.held(right, frame);
  }

  private assign(name: string, right: Node, frame: Frame): void {
    const held = this.held(right, frame);
    const value = held === null ? constantOf(right, frame.scope) : undefined;
    const kept = held ?? (value === undefined ? null : { kind: 'value' as const, value });
    if (kept === null) return;
    if (name.startsWith('self.') || name.startsWith('cls.')) this.attributes.set(lastName(name), kept);
    else frame.held.set(name, kept);
    if (kept.kind === 'value')
      frame.scope = { ...frame.scope, locals: new Map([...frame.scope.locals, [name, kept.value]]) };
  }

  private loop(node: Node, frame: Frame): void {
    const left = node.childForFieldName('left');
    const over = constantOf(node.childForFieldName('right'), frame.scope);
    const body = node.childForFieldName('body');
    const rounds = Array.isArray(over)
      ? over
      : over !== null && typeof over === 'object'
        ? Object.keys(over)
        : [null];
    for (const each of rounds.slice(0, mostRounds)) {
      const locals = new Map(frame.scope.locals);
      const names =
        left === null
          ? []
          : left.type === 'identifier'
            ? [left.text]
            : childrenOf(left).map(({ text }) => text);
      if (names.length === 1 && names[0] !== undefined && over !== undefined) locals.set(names[0], each);
      else if (Array.isArray(each))
        for (const [at, name] of names.entries()) locals.set(name, each[at] ?? null);
      this.block(body, { ...frame, scope: { ...frame.scope, locals } });
    }
  }

  /** What an expression holds; null if that doesn't matter. */
  held(node: Node | null, frame: Frame): Held | null {
    if (node === null) return null;
    const at = bare(node);
    if (at.type === 'await') return this.held(at.namedChild(0), frame);
    if (at.type === 'identifier' || at.type === 'attribute') return this.named(dottedName(at), frame);
    if (at.type !== 'call') return null;
    const callee = at.childForFieldName('function');
    const name = calledName(at);
    if (/(^|\.)\w*(ArgumentParser|ArgParser|OptionParser)$/.test(name) || this.isParserClass(name, frame))
      return this.newRoot(at, frame);
    if (callee?.type === 'attribute') {
      const owner = this.held(callee.childForFieldName('object'), frame);
      const method = callee.childForFieldName('attribute')?.text ?? '';
      if (owner !== null && owner.kind !== 'value') return callMethod(owner, method, at, frame, this);
      // A method that shares attributes with this one.
      const own = /^(self|cls)\.\w+$/.test(name) ? this.ownMethod(at, lastName(name)) : undefined;
      if (own !== undefined) return this.passTo(own, at, frame);
    }
    const fn = this.project.findFunction(frame.scope.module, name);
    if (fn !== undefined) return this.passTo(fn, at, frame);
    for (const argument of argumentsOf(at).positional)
      if (argument.type === 'call') this.held(argument, frame);
    return this.construct(name, at, frame);
  }

  private named(name: string, frame: Frame): Held | null {
    if (/^(self|cls)\.\w+$/.test(name)) return this.attributes.get(lastName(name)) ?? null;
    return frame.held.get(name) ?? this.functionHeld(name, frame);
  }

  private functionHeld(name: string, frame: Frame): Held | null {
    const fn = this.project.findFunction(frame.scope.module, name);
    return fn === undefined ? null : { kind: 'callable', fn };
  }

  /** An object of a class of ours, whose initializer may make parsers. */
  private construct(name: string, at: Node, frame: Frame): Held | null {
    const owner = this.project.findClass(frame.scope.module, name);
    const initializer = owner === undefined ? undefined : methodsOf(owner).get('__init__');
    if (initializer !== undefined) this.passTo(initializer, at, frame);
    return null;
  }

  private ownMethod(at: Node, name: string): PythonFunction | undefined {
    for (const module of this.project.all())
      for (const owner of module.classes.values()) {
        const { startIndex, endIndex } = owner.node;
        if (module.root.tree === at.tree && at.startIndex >= startIndex && at.endIndex <= endIndex)
          return methodsOf(owner).get(name);
      }
    return undefined;
  }

  private isParserClass(name: string, frame: Frame): boolean {
    const owner = name === '' ? undefined : this.project.findClass(frame.scope.module, name);
    return owner?.bases.some((base) => /ArgumentParser$/.test(base)) === true;
  }

  private newRoot(call: Node, frame: Frame): Held {
    const parser = newParser(lineOf(call));
    describeParser(parser, call, frame, this);
    this.roots.push(parser);
    return { kind: 'parser', parser, group: null };
  }

  private passTo(fn: PythonFunction, call: Node, frame: Frame): Held | null {
    const { positional, named } = argumentsOf(call);
    const give = (node: Node): Held | null => {
      const held = this.held(node, frame);
      if (held !== null) return held;
      const value = constantOf(node, frame.scope);
      return value === undefined ? null : { kind: 'value', value };
    };
    return this.call(
      fn,
      positional.map(give),
      new Map([...named].map(([name, node]) => [name, give(node)])),
      frame.depth + 1,
    );
  }

  private call(
    fn: PythonFunction,
    positional: (Held | null)[],
    named: Map<string, Held | null>,
    depth: number,
  ): Held | null {
    const body = fn.node.childForFieldName('body');
    const takesParser = [...positional, ...named.values()].some(
      (each) => each?.kind === 'parser' || each?.kind === 'children',
    );
    if (
      body === null ||
      depth > deepestCall ||
      (this.entered.has(fn.node.id) && !takesParser && depth > 0 && !/return/.test(body.text))
    )
      return null;
    this.entered.add(fn.node.id);
    const held = new Map<string, Held>();
    const parameters = childrenOf(fn.node.childForFieldName('parameters'))
      .map((parameter) => ({
        name:
          parameter.type === 'identifier'
            ? parameter.text
            : ((parameter.childForFieldName('name') ?? parameter.namedChild(0))?.text ?? ''),
        fallback: parameter.childForFieldName('value'),
      }))
      .filter(({ name }) => name !== 'self' && name !== 'cls');
    const scope = { project: this.project, module: fn.module, locals: new Map() };
    for (const [at, { name, fallback }] of parameters.entries()) {
      const value = constantOf(fallback, scope);
      const own = value === undefined ? null : { kind: 'value' as const, value };
      const given = positional[at] ?? named.get(name) ?? own;
      if (given !== null) held.set(name, given);
    }
    return this.block(body, this.frame(fn.module, held, depth));
  }

  note(node: Node, message: string, frame: Frame): void {
    this.notes.push({
      path: frame.scope.module.path,
      line: lineOf(node),
      message: `${message}: ${shortCode(node)}`,
    });
  }
}
