import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { encodeLiteral } from '@/server/connectors/rest/request/fill-path';
import { percentEncode } from '@/server/connectors/rest/request/percent';
import { UnreadableOperation } from '../imported';
import type { ReadParameter } from './parameters';

const longestPath = 2_000;

/** A path as it is called: some descriptions append a `?` or `#` part that doesn't belong to it. */
export interface SplitPath {
  path: string;
  fixedQuery: string | null;
  parameters: ReadParameter[];
}

/**
 * Splits a path. A `{name}` without a declared parameter becomes an input anyway, or else it could not be filled in.
 */
export function splitPath(written: string, declared: readonly ReadParameter[]): SplitPath {
  if (written.length > longestPath) throw new UnreadableOperation('Its path is longer than any address.');
  const withoutFragment = written.replace(/#.*$/s, '');
  const [path = '', query = ''] = divided(withoutFragment, '?');
  const known = new Set(declared.map(({ input }) => input.key));
  const parameters: ReadParameter[] = [];
  const add = (name: string, place: 'path' | 'query') => {
    const key = `${place}.${name}`;
    if (name === '' || known.has(key)) return;
    known.add(key);
    parameters.push(undeclared(key, name, place));
  };
  for (const [, name = ''] of path.matchAll(/\{([^{}/]*)\}/g)) add(name, 'path');
  const fixed: string[] = [];
  for (const pair of query.split('&').filter((each) => each !== '')) {
    const [name = '', value = ''] = divided(pair, '=');
    if (/^\{[^{}]*\}$/.test(value)) add(name, 'query');
    else if (!known.has(`query.${name}`))
      fixed.push(pair.includes('=') ? `${literalQuery(name)}=${literalQuery(value)}` : literalQuery(name));
  }
  return { path, fixedQuery: fixed.length === 0 ? null : fixed.join('&'), parameters };
}

function undeclared(key: string, name: string, place: 'path' | 'query'): ReadParameter {
  return {
    input: {
      key,
      type: openapiInputType('string'),
      defaultValue: null,
      defaultExpression: null,
      defaultAmbiguousInput: place === 'path' ? 'required' : 'omit',
      description: null,
    },
    parameter: {
      key,
      name,
      in: place,
      style: place === 'path' ? 'simple' : 'form',
      explode: place === 'query',
    },
  };
}

/** Query text that is sent as written. */
export function literalQuery(text: string): string {
  return text
    .split('/')
    .map((part) => encodeLiteral(part).replaceAll('&', percentEncode))
    .join('/');
}

function divided(text: string, by: string): [string, string] {
  const at = text.indexOf(by);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
