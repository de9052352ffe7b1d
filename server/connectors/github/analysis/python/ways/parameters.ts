import type { Node } from 'web-tree-sitter';
import type { JsonValue } from '@/lib/base/json';
import { docstringOf, type PythonFunction } from '../code/module';
import { childrenOf, lineOf, shortCode } from '../code/nodes';
import { annotatedType, type KnownType, typeOfValue } from '../code/types';
import { constantOf, type Scope } from '../code/values';

/** A parameter of a function. */
export interface Parameter {
  name: string;
  node: Node;
  annotation: Node | null;
  type: KnownType | null;
  /** The code of its default; null without one. */
  defaultNode: Node | null;
  isKeywordOnly: boolean;
  help: string | null;
}

/** The parameters that a caller fills in: not `self`, and not `*args` and `**kwargs`. */
export function parametersOf(fn: PythonFunction, scope: Scope): Parameter[] {
  const helps = helpOfParameters(docstringOf(fn.node.childForFieldName('body')) ?? '');
  const parameters: Parameter[] = [];
  let isKeywordOnly = false;
  for (const node of childrenOf(fn.node.childForFieldName('parameters'))) {
    if (node.type === 'comment') {
      const last = parameters.at(-1);
      const isBeside = last !== undefined && node.startPosition.row === last.node.endPosition.row;
      if (isBeside && last.help === null) last.help = node.text.replace(/^#+\s*/, '');
      continue;
    }
    const inner = node.type === 'typed_parameter' ? node.namedChild(0) : node;
    if (node.type === 'keyword_separator' || /splat/.test(inner?.type ?? '')) {
      isKeywordOnly = true;
      continue;
    }
    const name = node.type === 'identifier' ? node.text : (node.childForFieldName('name') ?? inner)?.text;
    if (name === undefined || name === 'self' || name === 'cls' || node.type === 'positional_separator')
      continue;
    const annotation = node.childForFieldName('type');
    parameters.push({
      name,
      node,
      annotation,
      type: annotatedType(annotation, scope),
      defaultNode: node.childForFieldName('value'),
      isKeywordOnly,
      help: helps.get(name) ?? null,
    });
  }
  return parameters;
}

/** The type, default, and so on of a parameter as inputs have them. */
export function toldBy({ node, type, defaultNode, help }: Parameter, scope: Scope) {
  const fallback = constantOf(defaultNode, scope);
  const isComputed = defaultNode !== null && fallback === undefined;
  const typeId = type?.typeId ?? typeOfValue(fallback) ?? 'str';
  return {
    typeId,
    isRequired: defaultNode === null && type?.isOptional !== true,
    defaultValue: emptyList(fallback, type) as JsonValue,
    defaultExpression: isComputed ? shortCode(defaultNode) : null,
    description: help,
    ...(type?.isSecret === true ? { isSecret: true } : {}),
    from: { path: scope.module.path, line: lineOf(node), what: 'parameter' },
  };
}

const emptyList = (fallback: JsonValue | undefined, type: KnownType | null): JsonValue =>
  fallback === undefined || (fallback === null && type?.isRepeated !== true) ? null : fallback;

/** What a docstring says of each parameter, in the styles of Google, NumPy, and Sphinx. */
export function helpOfParameters(docstring: string): Map<string, string> {
  const helps = new Map<string, string>();
  for (const [, name = '', help = ''] of docstring.matchAll(
    /^\s*[:@]param(?:\s+\w+)?\s+(\w+)\s*:\s*((?:.+\n?(?!\s*[:@]))+)/gm,
  ))
    helps.set(name, oneLine(help));
  const section =
    /(?:^|\n)(?:Args|Arguments|Parameters|Params|Keyword Args)\s*:?\s*\n(-{3,}\s*\n)?([\s\S]*?)(?=\n(?:Returns?|Raises|Yields?|Examples?|Notes?|Attributes|See Also)\s*:?\s*\n|$)/.exec(
      docstring,
    );
  if (section === null) return helps;
  const [, isNumpy, body = ''] = section;
  const lines = body.split('\n');
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const outer = indents.length === 0 ? 0 : Math.min(...indents);
  let current: string | null = null;
  for (const line of lines) {
    const indent = line.length - line.trimStart().length;
    const head =
      isNumpy === undefined
        ? /^\s*\*{0,2}(\w+)\s*(?:\([^)]*\))?\s*:\s*(.*)$/.exec(line)
        : /^\s*(\w+)\s*(?::.*)?$/.exec(line);
    if (head !== null && indent <= outer && line.trim() !== '') {
      current = head[1] ?? null;
      if (current !== null) helps.set(current, (isNumpy === undefined ? head[2] : '') ?? '');
    } else if (current !== null && line.trim() !== '')
      helps.set(current, oneLine(`${helps.get(current) ?? ''} ${line}`));
  }
  for (const [name, help] of helps) if (help.trim() === '') helps.delete(name);
  return helps;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The first paragraphs of a docstring, before it lists parameters and the like. */
export function summaryOf(docstring: string | null): string | null {
  if (docstring === null) return null;
  const [summary = ''] = docstring.split(
    /\n\s*(?:Args|Arguments|Parameters|Params|Returns?|Raises|Yields?|Examples?)\s*:?\s*\n|\n\s*[:@](?:param|return)/,
  );
  return summary.trim() === '' ? null : summary.trim();
}
