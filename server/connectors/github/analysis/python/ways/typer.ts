import type { Node } from 'web-tree-sitter';
import { plainText, withUniqueKeys } from '../../new-input';
import type { Passing, ScriptCommand, ScriptInput } from '../../script';
import { docstringOf, type PythonFunction, type PythonModule } from '../code/module';
import { argumentsOf, calledName, lastName } from '../code/nodes';
import type { PythonProject } from '../code/project';
import { constantOf, type Scope } from '../code/values';
import type { Read } from './argparse';
import { bare, cleaned } from './decorated-options';
import { type Parameter, parametersOf, toldBy } from './parameters';

interface TyperCommand {
  name: string;
  fn: PythonFunction;
  app: string;
  isCallback: boolean;
}

/** The commands of typer: functions whose parameters are options and arguments; null if there are none. */
export function readTyper(project: PythonProject, module: PythonModule): Read | null {
  const modules = project.all().filter(({ root }) => /\btyper\b/.test(root.text));
  const found = modules.flatMap((each) =>
    [...each.functions.values()].flatMap((fn) => commandOf(project, fn) ?? []),
  );
  const ran = runIn(project, module);
  if (ran !== null) return { commands: [scriptCommand(project, ran, [], [])], notes: [] };
  const commandsOfApps = found.filter(({ isCallback }) => !isCallback);
  if (commandsOfApps.length === 0) return null;
  const added = modules.flatMap(addedApps);
  const commands: ScriptCommand[] = [];
  const visit = (app: string, words: string[], outer: PythonFunction[]): void => {
    const own = commandsOfApps.filter((each) => each.app === app);
    const callback = found.find((each) => each.isCallback && each.app === app)?.fn;
    const children = added.filter((each) => each.parent === app);
    const chain = callback === undefined ? outer : [...outer, callback];
    const isAlone = own.length === 1 && children.length === 0 && callback === undefined && words.length === 0;
    for (const each of own)
      commands.push(scriptCommand(project, each.fn, isAlone ? [] : [...words, each.name], chain));
    for (const child of children) visit(child.app, [...words, child.name], chain);
  };
  const roots = new Set(commandsOfApps.map(({ app }) => app));
  for (const { app, parent } of added) {
    roots.delete(app);
    roots.add(parent);
  }
  for (const app of roots) if (!added.some((each) => each.app === app)) visit(app, [], []);
  return commands.length === 0 ? null : { commands, notes: [] };
}

function commandOf(project: PythonProject, fn: PythonFunction): TyperCommand | null {
  for (const decorator of fn.decorators) {
    const dotted = decorator.type === 'call' ? calledName(decorator) : '';
    const method = lastName(dotted);
    if (!dotted.includes('.') || (method !== 'command' && method !== 'callback')) continue;
    const app = dotted.slice(0, dotted.lastIndexOf('.'));
    const made = project.findConstant(fn.module, app);
    if (made === undefined || !/Typer\(/.test(made.node.text)) continue;
    const { positional, named } = argumentsOf(decorator);
    const given = constantOf(positional[0] ?? named.get('name'), {
      project,
      module: fn.module,
      locals: new Map(),
    });
    return {
      name: typeof given === 'string' ? given : fn.name.replaceAll('_', '-'),
      fn,
      app: lastName(app),
      isCallback: method === 'callback',
    };
  }
  return null;
}

/** `app.add_typer(users_app, name='users')`. */
function addedApps(module: PythonModule): { app: string; parent: string; name: string }[] {
  return module.root.descendantsOfType('call').flatMap((call) => {
    const dotted = call === null ? '' : calledName(call);
    if (call === null || !dotted.endsWith('.add_typer')) return [];
    const { positional, named } = argumentsOf(call);
    const app = lastName(positional[0]?.text ?? '');
    const name = /^['"](.*)['"]$/.exec(named.get('name')?.text ?? '')?.[1] ?? app.replace(/_?app$/, '');
    return [{ app, parent: lastName(dotted.slice(0, dotted.lastIndexOf('.'))), name }];
  });
}

/** The function in `typer.run(function)`. */
function runIn(project: PythonProject, module: PythonModule): PythonFunction | null {
  for (const call of module.root.descendantsOfType('call')) {
    if (call === null || calledName(call) !== 'typer.run') continue;
    const [first] = argumentsOf(call).positional;
    return (first === undefined ? undefined : project.findFunction(module, first.text)) ?? null;
  }
  return null;
}

function scriptCommand(
  project: PythonProject,
  fn: PythonFunction,
  words: string[],
  outer: PythonFunction[],
): ScriptCommand {
  const described = docstringOf(fn.node.childForFieldName('body'));
  const chain = [...outer.map((each) => ({ fn: each, after: 0 })), { fn, after: words.length }];
  const inputs = chain.flatMap(({ fn: each, after }) => inputsOf(project, each, after));
  return withUniqueKeys({
    name: words.length === 0 ? null : words.join(' '),
    description: described === null ? null : cleaned(described),
    entry: { kind: 'program', words, endsOptions: true },
    inputs,
  });
}

function inputsOf(project: PythonProject, fn: PythonFunction, after: number): ScriptInput[] {
  const scope: Scope = { project, module: fn.module, locals: new Map() };
  let at = 0;
  return parametersOf(fn, scope).flatMap((parameter): ScriptInput[] => {
    if (/\bContext$/.test(parameter.annotation?.text ?? '')) return [];
    const told = typed(parameter, scope);
    if (told === null) return [];
    const { isArgument, flag, off, input, isRepeated } = told;
    const text = plainText();
    let passing: Passing;
    if (isArgument) passing = { by: 'position', at: at++, after };
    else if (input.typeId === 'bool')
      passing = { by: 'option', flag, form: { kind: 'switch', on: flag, off }, after };
    else
      passing = {
        by: 'option',
        flag,
        form: isRepeated ? { kind: 'repeated', text } : { kind: 'value', text },
        after,
      };
    return [{ ...input, passing }];
  });
}

/** A parameter with what `typer.Option(…)` or `typer.Argument(…)` says of it, as its default or in its annotation. */
function typed(parameter: Parameter, scope: Scope) {
  const annotated = parameter.annotation === null ? null : infoIn(parameter.annotation);
  const inDefault = parameter.defaultNode === null ? null : infoCall(parameter.defaultNode);
  const info = inDefault ?? annotated;
  const { positional, named } =
    info === null ? { positional: [], named: new Map<string, Node>() } : argumentsOf(info);
  const values = positional.map((each) => ({ node: each, value: constantOf(each, scope) }));
  const flags = values.flatMap(({ value }) =>
    typeof value === 'string' && value.startsWith('-') ? [value] : [],
  );
  const first = inDefault === null ? undefined : (values[0] ?? undefined);
  const isFirstDefault =
    first !== undefined && !(typeof first.value === 'string' && first.value.startsWith('-'));
  const defaultNode =
    inDefault === null
      ? parameter.defaultNode
      : isFirstDefault
        ? (first.node ?? null)
        : (named.get('default') ?? null);
  const isEllipsis = defaultNode?.text === '...';
  const told = toldBy({ ...parameter, defaultNode: isEllipsis ? null : defaultNode }, scope);
  const kind = info === null ? null : lastName(calledName(info));
  const isArgument = kind === 'Argument' || (kind === null && defaultNode === null);
  const isBool = told.typeId === 'bool';
  const paired = flags.find((each) => each.includes('/'));
  const plain = flags.filter((each) => !each.includes('/'));
  const longest = paired?.split('/')[0] ?? plain.find((each) => each.startsWith('--')) ?? plain[0];
  const flag = longest ?? `--${parameter.name.replaceAll('_', '-')}`;
  const off =
    paired?.split('/')[1] ??
    (flags.length === 0 && isBool ? `--no-${parameter.name.replaceAll('_', '-')}` : null);
  const help = constantOf(named.get('help'), scope);
  if (constantOf(named.get('hidden'), scope) === true) return null;
  const isEmptyDefault = defaultNode?.text === 'None';
  const hasPrompt = named.has('prompt') && defaultNode === null;
  return {
    isArgument,
    flag,
    off,
    isRepeated: told.typeId.startsWith('list'),
    input: bare({
      ...told,
      key: isArgument ? parameter.name : flag.replace(/^-+/, ''),
      description: typeof help === 'string' ? cleaned(help) : told.description,
      isRequired: (told.isRequired || isEllipsis || hasPrompt) && !isEmptyDefault,
      defaultValue: isBool && told.defaultValue === null && !told.isRequired ? null : told.defaultValue,
      ...(constantOf(named.get('hide_input'), scope) === true ? { isSecret: true } : {}),
      isFile: parameter.type?.isFile === true,
      ...(told.defaultExpression === null ? {} : { defaultExpression: told.defaultExpression }),
    }),
  };
}

const infoCall = (node: Node): Node | null =>
  node.type === 'call' && /^(Option|Argument)$/.test(lastName(calledName(node))) ? node : null;

/** The call within `Annotated[str, typer.Option(…)]`, also where a name stands for it. */
function infoIn(annotation: Node): Node | null {
  for (const call of annotation.descendantsOfType('call')) {
    const found = call === null ? null : infoCall(call);
    if (found !== null) return found;
  }
  return null;
}
