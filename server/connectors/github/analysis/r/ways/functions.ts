import type { Node } from 'web-tree-sitter';
import type { JsonValue } from '@/lib/base/json';
import { newInput } from '../../new-input';
import type { ScriptCommand, ScriptInput } from '../../script';
import { argumentsOf, calledName, callsIn, childrenOf, lineOf, nameOf, shortCode } from '../code/nodes';
import type { RFile, RScript } from '../code/script';
import { choiceOf, constantOf, typeOfValue } from '../code/values';

/** What the lines `#'` or `#*` above a function say. */
interface Notes {
  title: string | null;
  params: Map<string, string>;
  endpoint: string | null;
}

/** A function as a command, with its arguments as inputs. */
export function functionCommand(name: string, definition: Node, file: RFile, script: RScript): ScriptCommand {
  const notes = notesAbove(definition);
  return {
    name: null,
    description: notes.title,
    entry: { kind: 'function', name },
    inputs: parametersOf(definition, notes, file, script),
  };
}

/** The endpoints of plumber, each a command: `#* @get /mean`. */
export function readPlumber(script: RScript): ScriptCommand[] {
  const file = script.main;
  return file.root.descendantsOfType('function_definition').flatMap((definition): ScriptCommand[] => {
    if (definition === null) return [];
    const notes = notesAbove(definition);
    if (notes.endpoint === null) return [];
    const own = [...file.functions].find(([, node]) => node.id === definition.id)?.[0];
    const command = functionCommand(own ?? notes.endpoint, definition, file, script);
    const inputs = command.inputs.filter(({ key }) => key !== 'req' && key !== 'res');
    return [{ ...command, name: notes.endpoint, inputs }];
  });
}

/** `main`, or the only function that nobody calls in the script itself; null if neither is there. */
export function entryFunction(file: RFile): [string, Node] | null {
  const main = file.functions.get('main') ?? file.functions.get('run');
  if (main !== undefined) return [file.functions.has('main') ? 'main' : 'run', main];
  const called = new Set(callsIn(file.root).map((call) => calledName(call)));
  const open = [...file.functions].filter(([name]) => !name.startsWith('.') && !called.has(name));
  const [only] = open;
  return open.length === 1 && only !== undefined ? only : null;
}

function parametersOf(definition: Node, notes: Notes, file: RFile, script: RScript): ScriptInput[] {
  const body = definition.childForFieldName('body');
  return childrenOf(definition.childForFieldName('parameters')).flatMap((parameter): ScriptInput[] => {
    const name = nameOf(parameter.childForFieldName('name'));
    if (parameter.type !== 'parameter' || name === null || name === '...') return [];
    const code = parameter.childForFieldName('default');
    const fallback = constantOf(code, script);
    const isChoice =
      Array.isArray(fallback) &&
      new RegExp(`match\\.arg\\(\\s*${name.replaceAll('.', '\\.')}\\b`).test(body?.text ?? '');
    const [first = null] = Array.isArray(fallback) ? fallback : [];
    const told = notes.params.get(name) ?? null;
    const declared = declaredType(told);
    const type = isChoice
      ? choiceOf(fallback)
      : (declared ?? typeOfValue(fallback, code) ?? bodyType(name, body, script) ?? 'character');
    const isOptional = new RegExp(`missing\\(\\s*${name.replaceAll('.', '\\.')}\\s*\\)`).test(
      body?.text ?? '',
    );
    return [
      newInput({
        key: name,
        typeId: type,
        isRequired: code === null && !isOptional,
        defaultValue: (isChoice ? first : (fallback ?? null)) as JsonValue,
        defaultExpression: code !== null && fallback === undefined ? shortCode(code) : null,
        description: told?.replace(/^:\w+\*?\s*|^\[?\w+\]?:\s*/, '') ?? null,
        passing: { by: 'parameter', name },
        from: { path: file.path, line: lineOf(parameter), what: 'argument' },
      }),
    ];
  });
}

const plumberTypes: Readonly<Record<string, string>> = {
  int: 'integer',
  integer: 'integer',
  dbl: 'numeric',
  double: 'numeric',
  numeric: 'numeric',
  number: 'numeric',
  bool: 'logical',
  boolean: 'logical',
  logical: 'logical',
  chr: 'character',
  str: 'character',
  string: 'character',
  character: 'character',
  list: 'list',
  object: 'list',
};

/** The type in `@param n:int The number`, or that a note of roxygen begins with. */
function declaredType(told: string | null): string | null {
  const [, typed] = /^:(\w+)/.exec(told ?? '') ?? [];
  if (typed !== undefined) return plumberTypes[typed] ?? null;
  const [word = ''] =
    /^\W*(integer|numeric|logical|boolean|character|string|number)\b/i.exec(told ?? '') ?? [];
  return plumberTypes[word.replace(/\W/g, '').toLowerCase()] ?? null;
}

/** What the body makes of an argument. */
function bodyType(name: string, body: Node | null, script: RScript): string | null {
  const text = body?.text ?? '';
  const escaped = name.replaceAll('.', '\\.');
  const [, converter] =
    new RegExp(
      `(as\\.integer|as\\.numeric|as\\.double|as\\.logical|as\\.Date)\\(\\s*${escaped}\\s*[),]`,
    ).exec(text) ?? [];
  if (converter !== undefined)
    return { 'as.integer': 'integer', 'as.logical': 'logical', 'as.Date': 'Date' }[converter] ?? 'numeric';
  if (
    new RegExp(`is\\.logical\\(\\s*${escaped}|isTRUE\\(\\s*${escaped}|if\\s*\\(\\s*!?${escaped}\\s*\\)`).test(
      text,
    )
  )
    return 'logical';
  if (new RegExp(`is\\.numeric\\(\\s*${escaped}|\\brnorm\\(\\s*${escaped}`).test(text)) return 'numeric';
  for (const call of body === null ? [] : callsIn(body)) {
    const all = argumentsOf(call);
    if (calledName(call) !== 'match.arg' || all[0]?.value?.text !== name) continue;
    const values = constantOf(all[1]?.value, script);
    if (Array.isArray(values)) return choiceOf(values);
  }
  return null;
}

function notesAbove(definition: Node): Notes {
  const notes: Notes = { title: null, params: new Map(), endpoint: null };
  let at: Node = definition;
  while (at.parent !== null && at.parent.type !== 'program' && at.parent.type !== 'braced_expression')
    at = at.parent;
  const lines: string[] = [];
  for (
    let above = at.previousNamedSibling;
    above?.type === 'comment' && /^#['*]/.test(above.text);
    above = above.previousNamedSibling
  )
    lines.unshift(above.text.replace(/^#['*]\s?/, ''));
  let current: string | null = null;
  const title: string[] = [];
  for (const line of lines) {
    const [, tag, rest = ''] = /^\s*@(\w+)\s*(.*)$/.exec(line) ?? [];
    if (tag === undefined) {
      if (current !== null)
        notes.params.set(current, `${notes.params.get(current) ?? ''} ${line.trim()}`.trim());
      else if (lines.indexOf(line) === title.length) title.push(line.trim());
      continue;
    }
    current = null;
    if (tag === 'param') {
      const [, name = '', help = ''] = /^([\w.]+)(.*)$/.exec(rest) ?? [];
      current = name;
      notes.params.set(name, help.trim());
    } else if (/^(get|post|put|delete|patch|head)$/i.test(tag))
      notes.endpoint ??= `${tag.toUpperCase()} ${rest.trim()}`;
    else if (/^(title|description)$/.test(tag) && notes.title === null) notes.title = rest.trim();
  }
  const text = title.join('\n').trim();
  if (text !== '') notes.title ??= text;
  return notes;
}
