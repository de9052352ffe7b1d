import { withUniqueKeys } from '../../new-input';
import type { ScriptCommand, ScriptInput } from '../../script';
import { docstringOf, type PythonFunction, type PythonModule } from '../code/module';
import { argumentsOf, calledName, childrenOf, lastName } from '../code/nodes';
import type { PythonProject } from '../code/project';
import { constantOf } from '../code/values';
import type { Read } from './argparse';
import { type ClickParameter, cleaned, clickParameters } from './decorated-options';

/** A command or group, with the function that it is. */
interface ClickCommand {
  name: string;
  fn: PythonFunction;
  isGroup: boolean;
  /** The function of the group that it is in; null at the top. */
  parent: string | null;
}

const MAKERS = /(^|\.)(command|group|MultiCommand)$/;

/** The commands that functions are by their decorators; null if there are none. */
export function readClick(project: PythonProject, module: PythonModule): Read | null {
  const modules = project.all().filter(({ root }) => /\bclick\b/.test(root.text));
  const found = modules.flatMap((each) =>
    [...each.functions.values()].flatMap((fn) => commandOf(project, fn) ?? []),
  );
  if (found.length === 0) return null;
  for (const each of modules) adopt(each, found);
  const isOwn = found.some(({ fn }) => fn.module === module);
  if (!isOwn && !/\(\s*\)/.test(module.root.text)) return null;
  const roots = found.filter(({ parent }) => parent === null);
  const own = roots.filter(({ fn }) => fn.module === module);
  // Of several, the one that the script calls is meant.
  const called = own.filter(({ fn }) =>
    new RegExp(`\\b${fn.name}\\(`).test(
      module.main?.text ?? module.actions.map(({ text }) => text).join('\n'),
    ),
  );
  const meant = called.length > 0 ? called : own.length > 0 ? own : roots;
  const commands: ScriptCommand[] = [];
  const visit = (
    command: ClickCommand,
    words: string[],
    outer: { parameters: ClickParameter[]; after: number }[],
  ): void => {
    const chain = [...outer, { parameters: clickParameters(project, command.fn), after: words.length }];
    const children = found.filter(({ parent }) => parent === command.fn.name);
    if (!command.isGroup || children.length === 0) commands.push(scriptCommand(command, words, chain));
    for (const child of children) if (child !== command) visit(child, [...words, child.name], chain);
  };
  for (const root of meant) visit(root, [], []);
  return { commands, notes: [] };
}

function commandOf(project: PythonProject, fn: PythonFunction): ClickCommand | null {
  for (const decorator of fn.decorators) {
    const dotted = decorator.type === 'call' ? calledName(decorator) : decorator.text;
    if (!MAKERS.test(dotted)) continue;
    const owner = dotted.includes('.') ? dotted.slice(0, dotted.lastIndexOf('.')) : '';
    const { positional, named } =
      decorator.type === 'call' ? argumentsOf(decorator) : { positional: [], named: new Map() };
    const scope = { project, module: fn.module, locals: new Map() };
    const given = constantOf(positional[0] ?? named.get('name'), scope);
    const isRoot = owner === '' || /(^|_)click$/.test(owner);
    return {
      name:
        typeof given === 'string'
          ? given
          : fn.name.replace(/_(command|cmd|group|grp)$/, '').replaceAll('_', '-'),
      fn,
      isGroup: lastName(dotted) === 'group',
      parent: isRoot ? null : lastName(owner),
    };
  }
  return null;
}

/** `group.add_command(function, 'name')`. */
function adopt(module: PythonModule, found: ClickCommand[]): void {
  for (const call of module.root.descendantsOfType('call')) {
    if (call === null) continue;
    const dotted = calledName(call);
    if (!dotted.endsWith('.add_command')) continue;
    const [first, second] = argumentsOf(call).positional;
    const child = found.find(({ fn }) => fn.name === lastName(first?.text ?? ''));
    if (child === undefined) continue;
    child.parent = dotted.slice(0, dotted.lastIndexOf('.'));
    const name = second === undefined ? null : /^['"](.*)['"]$/.exec(second.text)?.[1];
    if (name) child.name = name;
  }
}

function scriptCommand(
  command: ClickCommand,
  words: string[],
  chain: { parameters: ClickParameter[]; after: number }[],
): ScriptCommand {
  const inputs = chain.flatMap(({ parameters, after }) => {
    let at = 0;
    return parameters.map(
      ({ isPositional, flag, form, input }): ScriptInput => ({
        ...input,
        passing: isPositional ? { by: 'position', at: at++, after } : { by: 'option', flag, form, after },
      }),
    );
  });
  const described = docstringOf(command.fn.node.childForFieldName('body')) ?? helpOf(command.fn);
  return withUniqueKeys({
    name: words.length === 0 ? null : words.join(' '),
    description: described === null ? null : cleaned(described),
    entry: { kind: 'program', words, endsOptions: true },
    inputs,
  });
}

/** `@click.command(help='…')`. */
function helpOf(fn: PythonFunction): string | null {
  for (const decorator of fn.decorators) {
    const help = decorator.type === 'call' ? argumentsOf(decorator).named.get('help') : undefined;
    const text = childrenOf(help ?? null).find(({ type }) => type === 'string_content')?.text;
    if (text !== undefined) return text;
  }
  return null;
}
