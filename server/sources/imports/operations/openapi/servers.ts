import { isNode, listAt, type Node, nodeAt, textAt } from '@/server/sources/imports/parse/node';

/** A server as it is written, and as an address if it is one. */
export interface Server {
  written: string;
  baseUrl: string | null;
}

/** The first server of a document, a path, or an operation; null if it names none. */
export function serverOf(holder: Node): Server | null {
  const [first] = listAt(holder, 'servers');
  if (!isNode(first)) return null;
  const url = textAt(first, 'url') ?? '';
  const variables = nodeAt(first, 'variables');
  const filled = url.replace(
    /\{([^{}]*)\}/g,
    (whole, name: string) => textAt(nodeAt(variables, name), 'default') ?? whole,
  );
  return { written: url, baseUrl: addressOf(filled) };
}

/** 2.0 has the address in three parts. */
export function swaggerServerOf(root: Node): Server {
  const host = textAt(root, 'host') ?? '';
  const basePath = textAt(root, 'basePath') ?? '';
  const schemes = listAt(root, 'schemes');
  const scheme = schemes.includes('https') || !schemes.includes('http') ? 'https' : 'http';
  if (host === '') return { written: basePath, baseUrl: null };
  const written = `${scheme}://${host}${basePath}`;
  return { written, baseUrl: addressOf(written) };
}

/** An http(s) address, without the parts that a base URL can't have; null for a relative or incomplete one. */
export function addressOf(text: string): string | null {
  if (/[{}\s]/.test(text) || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { origin, pathname, username, password } = new URL(text);
  if (username + password !== '') return null;
  return origin + pathname.replace(/\/+$/, '');
}
