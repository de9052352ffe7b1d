import type { Node } from 'web-tree-sitter';
import type { JsonValue } from '@/lib/base/json';
import type { PythonFunction } from '../code/module';
import { argumentsOf, childrenOf, lineOf } from '../code/nodes';
import { constantOf, type Scope } from '../code/values';
import { helpText, readArgument } from './argparse-argument';
import { type ArgumentGroup, inherit, newParser, type Parser } from './parser';

/** What a variable holds, as far as it matters for parsers. */
export type Held =
  | { kind: 'parser'; parser: Parser; group: ArgumentGroup | null }
  | { kind: 'children'; parent: Parser }
  | { kind: 'value'; value: JsonValue }
  | { kind: 'callable'; fn: PythonFunction };

/** Where code stands that is followed. */
export interface Frame {
  scope: Scope;
  held: Map<string, Held>;
  depth: number;
}

/** What follows the code around a call. */
export interface Following {
  /** Parsers that are used by others, as a sub-command or as a parent. */
  readonly children: Set<Parser>;
  /** Parsers that parse. */
  readonly parsed: Set<Parser>;
  held(node: Node | null, frame: Frame): Held | null;
  note(node: Node, message: string, frame: Frame): void;
}

/** What a call that makes a parser says of it. */
export function describeParser(parser: Parser, call: Node, frame: Frame, follow: Following): void {
  const { named } = argumentsOf(call);
  const text = (name: string) => {
    const node = named.get(name);
    if (node?.text === '__doc__') return frame.scope.module.docstring;
    const value = constantOf(node, frame.scope);
    return typeof value === 'string' ? value : null;
  };
  const described = text('description') ?? text('help') ?? text('usage');
  if (described !== null)
    parser.description = named.get('description')?.text === '__doc__' ? described : helpText(described, null);
  for (const parent of childrenOf(named.get('parents') ?? null)) {
    const held = follow.held(parent, frame);
    if (held?.kind !== 'parser') continue;
    inherit(parser, held.parser);
    follow.children.add(held.parser);
  }
}

/** What a method of a parser, or of one of its groups, does; what it returns, as far as that matters. */
export function callMethod(
  owner: Exclude<Held, { kind: 'value' }>,
  name: string,
  call: Node,
  frame: Frame,
  follow: Following,
): Held | null {
  if (owner.kind === 'callable') return null;
  if (owner.kind === 'children')
    return name === 'add_parser' ? addChild(owner.parent, call, frame, follow) : null;
  const { parser, group } = owner;
  const { positional, named } = argumentsOf(call);
  const value = (each: Node | undefined) => constantOf(each, frame.scope);
  switch (name) {
    case 'add_argument':
    case 'add_option': {
      const argument = readArgument(call, frame.scope);
      if (argument !== null) parser.arguments.push({ argument, group });
      else if (!/action\s*=\s*['"](help|version)|SUPPRESS/.test(call.text))
        follow.note(call, 'This argument was not understood', frame);
      return null;
    }
    case 'add_argument_group': {
      const title = value(positional[0] ?? named.get('title'));
      return {
        kind: 'parser',
        parser,
        group: {
          title: typeof title === 'string' ? title : null,
          isExclusive: false,
          isRequired: false,
          outer: group,
        },
      };
    }
    case 'add_mutually_exclusive_group':
      return {
        kind: 'parser',
        parser,
        group: {
          title: null,
          isExclusive: true,
          isRequired: value(named.get('required')) === true,
          outer: group,
        },
      };
    case 'add_subparsers':
      parser.needsChild = value(named.get('required')) !== false;
      return { kind: 'children', parent: parser };
    case 'set_defaults':
      for (const [dest, node] of named) {
        const fallback = constantOf(node, frame.scope);
        for (const { argument } of parser.arguments)
          if (argument.dest === dest && fallback !== undefined)
            argument.input = { ...argument.input, defaultValue: fallback };
      }
      return null;
    case 'parse_args':
    case 'parse_known_args':
    case 'parse_intermixed_args':
      follow.parsed.add(parser);
      return null;
    default:
      return null;
  }
}

function addChild(parent: Parser, call: Node, frame: Frame, follow: Following): Held | null {
  const { positional, named } = argumentsOf(call);
  const name = constantOf(positional[0] ?? named.get('name'), frame.scope);
  if (typeof name !== 'string') {
    follow.note(call, 'The name of this sub-command was not understood', frame);
    return null;
  }
  const known = parent.children.find((child) => child.words.at(-1) === name);
  const child = known ?? newParser(lineOf(call), [...parent.words, name]);
  if (known === undefined) parent.children.push(child);
  describeParser(child, call, frame, follow);
  return { kind: 'parser', parser: child, group: null };
}
