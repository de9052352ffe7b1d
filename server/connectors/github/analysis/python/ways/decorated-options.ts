import type { Node } from 'web-tree-sitter';
import type { JsonValue } from '@/lib/base/json';
import { newInput, plainText, pythonChoice } from '../../new-input';
import type { OptionForm, ScriptInput } from '../../script';
import type { PythonFunction } from '../code/module';
import { argumentsOf, calledName, childrenOf, lastName, lineOf, shortCode } from '../code/nodes';
import type { PythonProject } from '../code/project';
import { convertedType, type KnownType, typeOfValue } from '../code/types';
import { constantOf, type Scope } from '../code/values';

/** A parameter of a command of click, before its place is known. */
export interface ClickParameter {
  isPositional: boolean;
  flag: string;
  form: OptionForm;
  input: Omit<ScriptInput, 'passing'>;
}

const OPTIONS = /(^|\.)(option|argument|password_option)$/;

/** The options and arguments that decorators give a function, from the outermost, also through decorators of ours. */
export function clickParameters(project: PythonProject, fn: PythonFunction): ClickParameter[] {
  const scope: Scope = { project, module: fn.module, locals: new Map() };
  return fn.decorators.flatMap((decorator) => parametersOf(decorator, scope, 0));
}

function parametersOf(decorator: Node, scope: Scope, depth: number): ClickParameter[] {
  if (depth > 4) return [];
  const name = decorator.type === 'call' ? calledName(decorator) : decorator.text;
  if (decorator.type === 'call' && OPTIONS.test(name)) {
    const read = readParameter(decorator, lastName(name), scope);
    return read === null ? [] : [read];
  }
  // `@add_options(_common)` with a list of options.
  if (decorator.type === 'call') {
    const listed = argumentsOf(decorator).positional.flatMap((argument) => {
      const found =
        argument.type === 'identifier' ? scope.project.findConstant(scope.module, argument.text) : undefined;
      return found?.node.type === 'list'
        ? childrenOf(found.node).map((node) => ({ node, module: found.module }))
        : [];
    });
    const given = listed.flatMap(({ node, module }) =>
      node.type === 'call' ? parametersOf(node, { ...scope, module }, depth + 1) : [],
    );
    if (given.length > 0) return given;
  }
  const constant = scope.project.findConstant(scope.module, name);
  if (constant?.node.type === 'call')
    return parametersOf(constant.node, { ...scope, module: constant.module }, depth + 1);
  const maker = scope.project.findFunction(scope.module, name);
  if (maker === undefined) return [];
  const inside = { ...scope, module: maker.module };
  const calls = maker.node
    .descendantsOfType('call')
    .flatMap((each) => (each !== null && OPTIONS.test(calledName(each)) ? each : []));
  // Applied from the innermost, the last one stands first.
  const isApplied = calls.every((call) => call.parent?.type === 'call');
  const read = calls.flatMap((call) => parametersOf(call, inside, depth + 1));
  return isApplied ? read.reverse() : read;
}

function readParameter(call: Node, kind: string, scope: Scope): ClickParameter | null {
  const { positional, named } = argumentsOf(call);
  const value = (name: string) => constantOf(named.get(name), scope);
  const names = positional.flatMap((each) => {
    const text = constantOf(each, scope);
    return typeof text === 'string' ? [text] : [];
  });
  if (kind === 'password_option' && names.length === 0) names.push('--password');
  const [first] = names;
  if (first === undefined) return null;
  const isPositional = kind === 'argument';
  const paired = names.find((name) => name.startsWith('-') && name.includes('/'));
  const [on = '', off = ''] = (paired ?? '').split('/').map((part) => part.trim());
  const flags = paired === undefined ? names.filter((name) => name.startsWith('-')) : [on];
  const flag = flags.find((each) => each.startsWith('--')) ?? flags[0] ?? '';
  const rawDefault = named.get('default');
  const fallback = constantOf(rawDefault, scope);
  const help = value('help');
  const envvar = value('envvar');
  const prompted = named.get('prompt');
  const told = {
    key: isPositional ? first : flag.replace(/^-+/, ''),
    description: typeof help === 'string' ? cleaned(help) : null,
    defaultExpression: rawDefault !== undefined && fallback === undefined ? shortCode(rawDefault) : null,
    from: {
      path: scope.module.path,
      line: lineOf(call),
      what: isPositional ? 'click.argument' : 'click.option',
    },
    ...(value('hide_input') === true || kind === 'password_option' ? { isSecret: true } : {}),
  };
  if (
    paired !== undefined ||
    value('is_flag') === true ||
    (fallback === false && !named.has('type') && !isPositional)
  ) {
    const form: OptionForm = { kind: 'switch', on: flag, off: paired === undefined ? null : off };
    const isValue = named.has('flag_value');
    return {
      isPositional: false,
      flag,
      form,
      input: bare({
        ...told,
        typeId: 'bool',
        defaultValue:
          typeof fallback === 'boolean' && !isValue ? fallback : paired === undefined ? false : null,
      }),
    };
  }
  if (value('count') === true) {
    return {
      isPositional: false,
      flag,
      form: { kind: 'count' },
      input: bare({ ...told, typeId: 'int', defaultValue: typeof fallback === 'number' ? fallback : 0 }),
    };
  }
  const type = clickType(named.get('type'), scope);
  const typeId = type?.typeId ?? typeOfValue(fallback) ?? 'str';
  const nargs = value('nargs');
  const isMany = value('multiple') === true || (typeof nargs === 'number' && nargs !== 1);
  const element = typeId.startsWith('list') ? 'str' : typeId;
  const text = plainText();
  const isRequired = isPositional
    ? value('required') !== false && nargs !== -1 && rawDefault === undefined && envvar === undefined
    : value('required') === true ||
      (prompted !== undefined && value('prompt') !== false && rawDefault === undefined);
  return {
    isPositional,
    flag,
    form: isMany
      ? { kind: value('multiple') === true ? 'repeated' : 'values', text }
      : { kind: 'value', text },
    input: bare({
      ...told,
      typeId: isMany ? `list[${element}]` : element,
      defaultValue: listed(fallback, isMany),
      isRequired: isRequired || (isPositional && value('required') === true),
      isFile: type?.isFile === true && !isMany,
    }),
  };
}

const listed = (fallback: JsonValue | undefined, isMany: boolean): JsonValue =>
  fallback === undefined || fallback === null
    ? null
    : isMany && !Array.isArray(fallback)
      ? [fallback]
      : fallback;

export function bare(told: Omit<Parameters<typeof newInput>[0], 'passing'>): Omit<ScriptInput, 'passing'> {
  const { passing: _, ...input } = newInput({ ...told, passing: { by: 'position', at: 0, after: 0 } });
  return input;
}

const clickNames: Readonly<Record<string, string>> = {
  INT: 'int',
  INTEGER: 'int',
  FLOAT: 'float',
  STRING: 'str',
  BOOL: 'bool',
  UUID: 'UUID',
  IntRange: 'int',
  FloatRange: 'float',
  DateTime: 'datetime',
  Path: 'Path',
};

function clickType(node: Node | undefined, scope: Scope): KnownType | null {
  if (node === undefined) return null;
  const name = lastName(node.type === 'call' ? calledName(node) : node.text);
  if (node.type === 'call') {
    const { positional, named } = argumentsOf(node);
    if (name === 'Choice') {
      const values = constantOf(positional[0] ?? named.get('choices'), scope);
      return Array.isArray(values) ? { typeId: pythonChoice(values) } : { typeId: 'str' };
    }
    if (name === 'File') {
      const mode = constantOf(positional[0] ?? named.get('mode'), scope) ?? 'r';
      return { typeId: 'Path', isFile: typeof mode === 'string' && mode.startsWith('r') };
    }
  }
  const known = clickNames[name];
  return known === undefined ? convertedType(node, scope) : { typeId: known };
}

/** Help as people read it: up to the mark at which click cuts it off, in one paragraph each. */
export function cleaned(help: string): string {
  const cut = help.split('\f')[0] ?? '';
  return cut
    .replaceAll('\b', '')
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .join('\n\n');
}
