import { newInput, plainText, withUniqueKeys } from '../../new-input';
import type { ScriptCommand } from '../../script';
import { docstringOf, methodsOf, type PythonFunction, type PythonModule } from '../code/module';
import { argumentsOf, calledName, childrenOf, lastName } from '../code/nodes';
import type { PythonProject } from '../code/project';
import { constantOf } from '../code/values';
import type { Read } from './argparse';
import { parametersOf, summaryOf, toldBy } from './parameters';

/** A function that is called with the values as its arguments. */
export function functionCommand(project: PythonProject, fn: PythonFunction): ScriptCommand {
  const scope = { project, module: fn.module, locals: new Map() };
  return withUniqueKeys({
    name: null,
    description: summaryOf(docstringOf(fn.node.childForFieldName('body'))) ?? fn.module.docstring,
    entry: { kind: 'function', name: fn.name },
    inputs: parametersOf(fn, scope).map((parameter) =>
      newInput({
        ...toldBy(parameter, scope),
        key: parameter.name,
        isFile: parameter.type?.isFile === true,
        passing: { by: 'parameter', name: parameter.name },
      }),
    ),
  });
}

/** `main`, or the only function that others may call; undefined if neither is there. */
export function entryFunction(module: PythonModule): PythonFunction | undefined {
  const main = module.functions.get('main');
  if (main !== undefined) return main;
  const isOpen = (fn: PythonFunction) =>
    !fn.name.startsWith('_') &&
    !/fixture|property|overload/.test(fn.decorators.map(({ text }) => text).join(' '));
  const open = [...module.functions.values()].filter(isOpen);
  const [only] = open;
  const isTest = /(^|\/)(test_[^/]*|[^/]*_test|conftest|setup)\.py$/.test(module.path);
  return open.length === 1 && !isTest && module.classes.size === 0 ? only : undefined;
}

/** `fire.Fire(…)`: a function, or each method of a class or function of a dictionary. */
export function readFire(project: PythonProject, module: PythonModule): Read | null {
  const call = module.root
    .descendantsOfType('call')
    .find((each) => each !== null && /^(fire\.)?Fire$/.test(calledName(each)));
  if (call === null || call === undefined) return null;
  const [component] = argumentsOf(call).positional;
  const isPublic = ({ name }: PythonFunction) => !name.startsWith('_');
  if (component === undefined) {
    const all = [...module.functions.values()].filter(isPublic);
    return { commands: all.map((fn) => fireCommand(project, fn, [fn.name])), notes: [] };
  }
  if (component.type === 'dictionary') {
    const commands = childrenOf(component).flatMap((pair): ScriptCommand[] => {
      const key = constantOf(pair.childForFieldName('key'), { project, module, locals: new Map() });
      const fn = project.findFunction(module, pair.childForFieldName('value')?.text ?? '');
      return typeof key === 'string' && fn !== undefined ? [fireCommand(project, fn, [key])] : [];
    });
    return { commands, notes: [] };
  }
  const name = component.type === 'call' ? calledName(component) : component.text;
  const fn = project.findFunction(module, name);
  if (fn !== undefined) return { commands: [fireCommand(project, fn, [])], notes: [] };
  const owner = project.findClass(module, name);
  if (owner === undefined) return null;
  const methods = methodsOf(owner);
  const made = component.type === 'call' ? undefined : methods.get('__init__');
  const commands = [...methods.values()]
    .filter(isPublic)
    .map((method) => fireCommand(project, method, [method.name], made));
  return { commands, notes: [] };
}

function fireCommand(
  project: PythonProject,
  fn: PythonFunction,
  words: string[],
  made?: PythonFunction,
): ScriptCommand {
  const ofObject =
    made === undefined
      ? []
      : parametersOf(made, scopeOf(project, made)).map((parameter) => ({ parameter, fn: made }));
  const own = parametersOf(fn, scopeOf(project, fn)).map((parameter) => ({ parameter, fn }));
  return withUniqueKeys({
    name: words.length === 0 ? null : lastName(words.join(' ')),
    description: summaryOf(docstringOf(fn.node.childForFieldName('body'))),
    entry: { kind: 'program', words, endsOptions: false },
    inputs: [...ofObject, ...own].map(({ parameter, fn: of }) =>
      newInput({
        ...toldBy(parameter, scopeOf(project, of)),
        key: parameter.name,
        passing: {
          by: 'option',
          flag: `--${parameter.name}`,
          form: { kind: 'value', text: plainText(['True', 'False']) },
          after: of === made ? 0 : words.length,
        },
      }),
    ),
  });
}

const scopeOf = (project: PythonProject, fn: PythonFunction) => ({
  project,
  module: fn.module,
  locals: new Map(),
});
