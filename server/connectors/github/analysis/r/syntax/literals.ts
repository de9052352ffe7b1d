import type { Node } from 'web-tree-sitter';

const letters: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '0': '\0',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** The text that a string in quotes stands for. */
export function textOfString(node: Node): string {
  const content = node.childForFieldName('content')?.text ?? '';
  if (/^[rR]["']/.test(node.text.slice(0, 2))) return content;
  return content.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|[uU]\{?([0-9a-fA-F]{1,6})\}?|([\s\S]))/g,
    (_, byte?: string, point?: string, letter?: string) => {
      const code = Number.parseInt(byte ?? point ?? '', 16);
      if (Number.isNaN(code)) return letters[letter ?? ''] ?? letter ?? '';
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}

/** A name without the backticks or quotes around it. */
export const plainName = (text: string): string => text.replace(/^[`'"]|[`'"]$/g, '');

export const naTypes: Readonly<Record<string, string>> = {
  NA_character_: 'character',
  NA_integer_: 'integer',
  NA_real_: 'numeric',
};

/** Names that base R gives to values. */
export const baseConstants: Readonly<Record<string, boolean | number | readonly string[]>> = {
  T: true,
  F: false,
  pi: Math.PI,
  letters: [...'abcdefghijklmnopqrstuvwxyz'],
  LETTERS: [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
};
