import type { Node } from 'web-tree-sitter';
import { childrenOf } from './nodes';

const letters: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0', '\n': '' };

/** The text of a string literal; undefined for bytes, and for one with parts that `partOf` can't tell. */
export function stringOf(node: Node, partOf: (expression: Node) => string | undefined): string | undefined {
  if (node.type === 'concatenated_string') {
    const parts = childrenOf(node).map((each) => stringOf(each, partOf));
    return parts.every((part) => part !== undefined) ? parts.join('') : undefined;
  }
  const start = node.child(0)?.text ?? '';
  if (/b/i.test(start)) return undefined;
  const isRaw = /r/i.test(start);
  let text = '';
  for (const child of node.children) {
    if (child === null || child.type === 'string_start' || child.type === 'string_end') continue;
    if (child.type === 'interpolation') {
      const expression = child.childForFieldName('expression');
      const part = expression === null ? undefined : partOf(expression);
      if (part === undefined) return undefined;
      text += part;
    } else text += isRaw ? child.text : unescaped(child.text);
  }
  return text;
}

function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([^xuU]))/gs,
    (all, byte?: string, short?: string, long?: string, letter?: string) => {
      const code = byte ?? short ?? long;
      if (code !== undefined) {
        const point = Number.parseInt(code, 16);
        return point <= 0x10ffff ? String.fromCodePoint(point) : all;
      }
      return letters[letter ?? ''] ?? letter ?? all;
    },
  );
}

/** A docstring without the indentation that its code has (PEP 257). */
export function dedented(text: string): string {
  const [first = '', ...rest] = text.replaceAll('\t', '        ').split('\n');
  const indents = rest
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const indent = indents.length === 0 ? 0 : Math.min(...indents);
  return [first.trim(), ...rest.map((line) => line.slice(indent).trimEnd())].join('\n').trim();
}
