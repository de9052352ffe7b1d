import type { Node } from 'web-tree-sitter';
import type { JsonValue } from '@/lib/base/json';
import { newInput, plainText } from '../../new-input';
import type { ScriptInput } from '../../script';
import { isOfALauncher, isOfTheSystem } from '../../words';
import {
  argumentOf,
  argumentsOf,
  around,
  calledName,
  callsIn,
  childrenOf,
  lineOf,
  type RArgument,
  shortCode,
} from '../code/nodes';
import type { RScript } from '../code/script';
import { constantOf, typeOfValue } from '../code/values';

const converters: Readonly<Record<string, string>> = {
  'as.integer': 'integer',
  'as.numeric': 'numeric',
  'as.double': 'numeric',
  'as.logical': 'logical',
  'as.Date': 'Date',
  isTRUE: 'logical',
};

/** The variables that `Sys.getenv` reads, also by functions of the script. */
export function readEnvironment(script: RScript): ScriptInput[] {
  const inputs = new Map<string, ScriptInput>();
  const add = (input: ScriptInput): void => {
    if (isOfTheSystem(input.key)) return;
    const known = inputs.get(input.key);
    inputs.set(
      input.key,
      known === undefined
        ? input
        : {
            ...known,
            isRequired: known.isRequired && input.isRequired,
            defaultValue: known.defaultValue ?? input.defaultValue,
          },
    );
  };
  for (const { path, root } of script.files) {
    for (const call of callsIn(root)) {
      const all = argumentsOf(call);
      const isRead = calledName(call) === 'Sys.getenv';
      const wrapper = isRead ? null : wrapperOf(call, script);
      if (!isRead && wrapper === null) continue;
      const names = constantOf(all[0]?.value, script);
      for (const name of typeof names === 'string'
        ? [names]
        : Array.isArray(names)
          ? names.map(String)
          : []) {
        if (/^[A-Za-z_]\w*$/.test(name)) add(inputOf(call, name, all, wrapper, path, script));
      }
    }
  }
  return [...inputs.values()];
}

/** A function of the script that reads the variable of the name that it gets. */
function wrapperOf(call: Node, script: RScript): Node | null {
  const definition = script.findFunction(calledName(call));
  const first = childrenOf(definition?.childForFieldName('parameters') ?? null)
    .find(({ type }) => type === 'parameter')
    ?.childForFieldName('name')?.text;
  if (definition === undefined || first === undefined) return null;
  return new RegExp(`Sys\\.getenv\\(\\s*${first.replaceAll('.', '\\.')}\\b`).test(definition.text)
    ? definition
    : null;
}

function inputOf(
  call: Node,
  name: string,
  all: readonly RArgument[],
  wrapper: Node | null,
  path: string,
  script: RScript,
): ScriptInput {
  const around_ = conversionOf(call);
  const fallbackCode =
    wrapper === null
      ? (argumentOf(all, 'unset', 1) ?? otherSide(call, name))
      : (all[1]?.value ?? secondDefault(wrapper));
  const raw = constantOf(fallbackCode, script);
  const typeId =
    around_ ??
    (wrapper === null ? null : wrapperType(wrapper)) ??
    (typeof raw === 'string' ? null : typeOfValue(raw, fallbackCode)) ??
    (/(^|_)PORT$/.test(name) ? 'integer' : 'character');
  const isMissing = fallbackCode !== null && (raw === null || raw === '');
  const isRequired =
    fallbackCode === null &&
    !isOptionalRead(call, name) &&
    !isOfALauncher(name) &&
    (wrapper === null || /\bstop\(/.test(wrapper.text));
  return newInput({
    key: name,
    typeId,
    isRequired,
    defaultValue: raw === undefined || isMissing ? null : typed(raw, typeId),
    defaultExpression: fallbackCode !== null && raw === undefined ? shortCode(fallbackCode) : null,
    passing: {
      by: 'environment',
      name,
      text: plainText(['TRUE', 'FALSE'], typeId.startsWith('vector') ? ',' : null),
    },
    from: { path, line: lineOf(call), what: wrapper === null ? 'Sys.getenv' : calledName(call) },
  });
}

/** `if (Sys.getenv("X") == "") "default" else Sys.getenv("X")`. */
function otherSide(call: Node, name: string): Node | null {
  const test = around(call, ['if_statement']);
  if (test === null || !isOptionalRead(call, name)) return null;
  const [yes, no] = [test.childForFieldName('consequence'), test.childForFieldName('alternative')];
  const other = yes?.text.includes('Sys.getenv') === true ? no : yes;
  return other !== null && constantOf(other, null) !== undefined ? other : null;
}

const secondDefault = (wrapper: Node): Node | null =>
  childrenOf(wrapper.childForFieldName('parameters'))
    .filter(({ type }) => type === 'parameter')[1]
    ?.childForFieldName('default') ?? null;

function wrapperType({ text }: Node): string | null {
  if (/as\.integer\(/.test(text)) return 'integer';
  if (/as\.numeric\(|as\.double\(/.test(text)) return 'numeric';
  if (/as\.logical\(|["']true["']/i.test(text)) return 'logical';
  return /strsplit\(/.test(text) ? 'vector<character>' : null;
}

/** What is made of a variable at once. */
function conversionOf(call: Node): string | null {
  let at = call;
  for (let depth = 0; depth < 5; depth += 1) {
    const outer: Node | null = at.parent?.type === 'argument' ? (at.parent.parent?.parent ?? null) : null;
    if (outer?.type === 'call') {
      const name = calledName(outer);
      if (converters[name] !== undefined) return converters[name];
      if (name === 'strsplit') return 'vector<character>';
      if (!/^(tolower|toupper|trimws|identical)$/.test(name)) return null;
      at = outer;
      continue;
    }
    const { parent } = at;
    if (parent?.type !== 'binary_operator') return null;
    const words = [...parent.text.matchAll(/["'](\w+)["']/g)].map(([, word = '']) => word);
    const operator = parent.childForFieldName('operator')?.text ?? '';
    return /^(==|%in%)$/.test(operator) && words.some((word) => /^(true|yes|1|on)$/i.test(word))
      ? 'logical'
      : null;
  }
  return null;
}

/** Whether the code tells an empty variable from others, so that it may be empty. */
function isOptionalRead(call: Node, name: string): boolean {
  const test = around(call, ['if_statement']);
  const pattern = new RegExp(
    `(nzchar|is\\.na|identical)\\(\\s*Sys\\.getenv\\(\\s*["']${name}["']|Sys\\.getenv\\(\\s*["']${name}["'][^)]*\\)\\s*(==|!=)\\s*(""|'')`,
  );
  const stops = /\b(stop|quit)\s*\(/.test(test?.childForFieldName('consequence')?.text ?? '');
  return test !== null && pattern.test(test.childForFieldName('condition')?.text ?? '') && !stops;
}

function typed(raw: JsonValue, typeId: string): JsonValue {
  if (typeof raw !== 'string') return raw;
  if (typeId === 'logical') return /^(true|t|yes|1)$/i.test(raw);
  if (typeId === 'integer' || typeId === 'numeric') return Number.isNaN(Number(raw)) ? null : Number(raw);
  return typeId.startsWith('vector') ? raw.split(',').map((each) => each.trim()) : raw;
}
