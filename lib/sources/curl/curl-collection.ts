import type { JsonValue } from '@/lib/base/json';
import { decoded } from '@/lib/base/text/decoded';
import { type CurlBody, type CurlRequest, readCurl, UnreadableCurl } from './curl-request';

const METHODS = /^(?:get|post|put|patch|delete)$/i;
const METHODS_IN_WORDS = 'GET, POST, PUT, PATCH, or DELETE';

type JsonObject = { [key: string]: JsonValue };

/** A collection with one request. */
interface CurlCollection {
  info: { name: string; schema: string };
  item: JsonValue[];
}

/**
 * A curl command as a Postman collection with that one request, which is read as any other. Its name is that of the request,
 * so that another request of the same API is another source. Throws `UnreadableCurl`.
 */
export function curlCollection(command: string): CurlCollection {
  const request = readCurl(command);
  if (!METHODS.test(request.method))
    throw new UnreadableCurl(`A command can't have the method ${request.method}. Use ${METHODS_IN_WORDS}.`);
  const { origin, pathname } = new URL(request.url);
  const name = `${request.method.toUpperCase()} ${decoded(pathname)}`;
  const auth = authOf(request);
  const headers = request.headers.filter(
    (header) => auth === null || header.name.toLowerCase() !== 'authorization',
  );
  return {
    info: {
      name: `${name} (${origin})`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: [
      {
        name,
        // curl sends a body with any method.
        protocolProfileBehavior: { disableBodyPruning: true },
        request: {
          method: request.method.toUpperCase(),
          url: withInputs(request.url),
          header: headers.map(({ name: key, value }) => ({ key, value })),
          ...(auth === null ? {} : { auth }),
          ...(request.body === null ? {} : { body: bodyOf(request.body, headers) }),
        },
      },
    ],
  };
}

/** A part of the path in braces is an input, as in an address that is typed. */
const withInputs = (url: string): string => url.replace(/\/\{(\w+)\}(?=[/?]|$)/g, '/:$1');

/** A username and a password, or a token: secrets of the connection instead of inputs. */
function authOf({ user, headers }: CurlRequest): JsonObject | null {
  if (user !== null) return basic(user.isDigest ? 'digest' : 'basic', user.name, user.password);
  const authorization = headers.find(({ name }) => name.toLowerCase() === 'authorization')?.value ?? '';
  const token = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
  if (token !== undefined) return { type: 'bearer', bearer: [{ key: 'token', value: token }] };
  const pair = decodedPair(/^Basic\s+(\S+)$/i.exec(authorization)?.[1] ?? '');
  return pair === null ? null : basic('basic', ...pair);
}

/** The same in words; null without one. */
export const secretOf = (request: CurlRequest): string | null => {
  const auth = authOf(request);
  if (auth === null) return null;
  return auth.type === 'bearer' ? 'the bearer token' : 'the username and password';
};

const basic = (type: 'basic' | 'digest', username: string, password: string): JsonObject => ({
  type,
  [type]: [
    { key: 'username', value: username },
    { key: 'password', value: password },
  ],
});

function decodedPair(base64: string): [string, string] | null {
  if (base64 === '') return null;
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const at = text.indexOf(':');
    return at < 0 ? null : [text.slice(0, at), text.slice(at + 1)];
  } catch {
    return null;
  }
}

function bodyOf(body: CurlBody, headers: CurlRequest['headers']): JsonObject {
  if (body.kind === 'parts') {
    const formdata = body.parts.map(
      ({ name: key, text, isFile, contentType }): JsonValue => ({
        key,
        ...(isFile ? { type: 'file', src: null } : { type: 'text', value: text }),
        ...(contentType === null ? {} : { contentType }),
      }),
    );
    return { mode: 'formdata', formdata };
  }
  const contentType = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  const pairs = /^application\/x-www-form-urlencoded\b/i.test(contentType) ? pairsOf(body.text) : null;
  return pairs === null ? { mode: 'raw', raw: body.text } : { mode: 'urlencoded', urlencoded: pairs };
}

/** The fields of a form; null for a text that a form would write differently. */
function pairsOf(text: string): JsonValue[] | null {
  const pairs = [...new URLSearchParams(text)];
  const isForm = text !== '' && text.split('&').every((pair) => /^[^=]+=/.test(pair));
  return isForm ? pairs.map(([key, value]) => ({ key, value, type: 'text' })) : null;
}
