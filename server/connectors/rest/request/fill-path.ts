import type { JsonValue } from '@/lib/base/json';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import type { RestExecutable } from '../executable';
import { percentEncode } from './percent';
import { serializeParameter } from './serialize-parameter';

type Values = Readonly<Record<string, JsonValue>>;

/**
 * Fills in the `{names}` of the path. A value can't leave its segment: separators are encoded, and a value that would
 * make the segment `.` or `..`, which servers resolve, is refused.
 */
export function fillPath({ path, parameters }: RestExecutable, values: Values): string {
  const inPath = new Map(parameters.filter((each) => each.in === 'path').map((each) => [each.name, each]));
  return path
    .split('/')
    .map((segment) => {
      const filled = segment
        .split(/(\{[^{}]*\})/)
        .map((piece) => {
          const parameter = piece.startsWith('{') ? inPath.get(piece.slice(1, -1)) : undefined;
          if (parameter === undefined) return encodeLiteral(piece);
          const given = Object.hasOwn(values, parameter.key) ? values[parameter.key] : null;
          const text = serializeParameter(parameter, given ?? null, percentEncode);
          if (text === null || text === '')
            throw refused(parameter.name, 'must be filled in: it is part of the address');
          return text;
        })
        .join('');
      const isDots = /^(\.|%2e){1,2}$/i.test(filled);
      if (isDots && segment !== filled)
        throw refused(segment, 'may not be "." or "..", which would lead to another address');
      return filled;
    })
    .join('/');
}

/** Text of the description: characters that are valid in a path stay unchanged. */
export function encodeLiteral(text: string): string {
  return text.replace(/%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~:@!$&'()*+,;=%/]/gu, percentEncode);
}

function refused(name: string, why: string): ConnectorError {
  return new ConnectorError('failed', `The path's "${name.replace(/[{}]/g, '')}" ${why}.`);
}
