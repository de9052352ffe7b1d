import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@/lib/base/json';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { clientHeaders, isHeaderName, isHeaderValue } from '@/server/connectors/_shared/http/call-headers';
import { acceptedEncodings } from '@/server/connectors/_shared/http/decoding/read-body';
import type { HttpRequest } from '@/server/connectors/_shared/http/http-types';
import type { RestExecutable, RestParameter } from '../executable';
import type { Auth } from './apply-auth';
import { type BuiltBody, buildBody } from './build-body';
import { fillPath } from './fill-path';
import { jsonFiller, withVariables } from './fill-variables';
import { withGenerated } from './generated-values';
import { percentEncode, percentEncodeReserved } from './percent';
import { serializeParameter } from './serialize-parameter';
import { writtenBody } from './written-body';

type Values = Readonly<Record<string, JsonValue>>;

/** Where an operation is called: an origin, and the path that all paths are below, without a final slash. */
export interface Base {
  origin: string;
  path: string;
}

export function baseOf(address: string): Base {
  const { origin, pathname } = new URL(address);
  return { origin, path: pathname.replace(/\/+$/, '') };
}

/**
 * Builds the request of an operation with these values. Throws a `ConnectorError` for a value that would escape its
 * place: another path segment, another header.
 *
 * @param ownHeaders the command's own headers; they override those of inputs and credentials
 * @param secretKeys the keys of values that are secrets
 */
export function buildRequest(
  executable: RestExecutable,
  given: Values,
  base: Base,
  auth: Auth,
  ownHeaders: readonly (readonly [name: string, value: string])[] = [],
  secretKeys: readonly string[] = [],
): HttpRequest {
  const values = withVariables(executable, withGenerated(executable, given));
  const body = bodyOf(executable, given, values);
  const query = queryOf(executable, values, auth);
  const headers: [string, string][] = [
    ['accept', executable.accept],
    ['accept-encoding', acceptedEncodings],
    ['user-agent', 'Pushboard'],
  ];
  const put = (name: string, value: string): void => {
    if (!isHeaderName(name) || !isHeaderValue(value)) {
      throw new ConnectorError(
        'failed',
        `The header "${name}" has an invalid name, or contains a line break.`,
      );
    }
    const lower = name.toLowerCase();
    if (clientHeaders.has(lower)) return;
    // A header with the same name replaces ours, as in every client.
    const at = headers.findIndex(([other]) => other.toLowerCase() === lower);
    if (at >= 0) headers.splice(at, 1);
    headers.push([name, value]);
  };
  if (body !== null) put('content-type', body.contentType);
  for (const [name, value] of executable.fixedHeaders ?? []) put(name, value);
  for (const parameter of executable.parameters) {
    if (parameter.in !== 'header') continue;
    const text = textOf(parameter, values, (plain) => plain);
    if (text !== null) put(parameter.name, text);
  }
  const cookie = cookieOf(executable, values, auth);
  if (cookie !== null) put('cookie', cookie);
  for (const [name, value] of [...auth.headers, ...ownHeaders]) put(name, value);
  // Whatever an input says, the boundary is in the body's own type.
  if (body !== null && executable.body?.kind === 'multipart') put('content-type', body.contentType);
  return {
    method: executable.method.toUpperCase(),
    origin: base.origin,
    target:
      `${base.path}${fillPath(executable, values)}`.replace(/^(?!\/)/, '/') +
      (query === '' ? '' : `?${query}`),
    headers,
    body: body?.bytes ?? null,
    ...secretsOf(executable, values, auth, ownHeaders, new Set(secretKeys)),
  };
}

function bodyOf(executable: RestExecutable, given: Values, values: Values): BuiltBody | null {
  const { body } = executable;
  if (body === null) return null;
  if (body.written === undefined) return buildBody(body, values);
  return writtenBody(body, body.written, given, values, jsonFiller(executable, given));
}

/** Where a request contains secrets: those of the credential and the command, and the values of passwords. */
function secretsOf(
  { parameters, body }: RestExecutable,
  values: Values,
  auth: Auth,
  ownHeaders: readonly (readonly [name: string, value: string])[],
  secretKeys: ReadonlySet<string>,
): Pick<HttpRequest, 'secretHeaders' | 'secretTexts' | 'isBodySecret'> {
  const secrets = parameters.filter(({ key }) => secretKeys.has(key) && Object.hasOwn(values, key));
  const variables = secrets.filter((parameter) => parameter.in === 'variable');
  // What a secret variable fills in has the secret in it.
  const filledKeys = variables.flatMap(({ fills = [] }) => fills);
  const holdsSecret = (key: string): boolean =>
    Object.hasOwn(values, key) && (secretKeys.has(key) || filledKeys.includes(key));
  const holders = parameters.filter(({ key }) => holdsSecret(key));
  const inAddress = holders.filter((parameter) => parameter.in === 'path' || parameter.in === 'query');
  const bodyKeys = body === null ? [] : [body.wholeKey, ...body.parts.map(({ key }) => key)];
  return {
    secretHeaders: [
      ...[...auth.headers, ...ownHeaders].map(([name]) => name),
      ...holders.flatMap((parameter) => (parameter.in === 'header' ? parameter.name : [])),
    ].map((name) => name.toLowerCase()),
    secretTexts: [
      ...[...new URLSearchParams(auth.query ?? '').values()],
      ...(inAddress.length === 0 ? [] : [...inAddress, ...variables]).flatMap(({ key }) =>
        textsWithin(values[key] ?? null),
      ),
    ].filter((text) => text !== ''),
    isBodySecret:
      bodyKeys.some((key) => key !== null && holdsSecret(key)) ||
      // Variables also fill in those parts of a written body that aren't inputs.
      (body?.written !== undefined && variables.length > 0),
  };
}

/** All texts and numbers within a value. */
export function textsWithin(value: JsonValue): string[] {
  if (value === null) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(textsWithin) : [String(value)];
}

function textOf(parameter: RestParameter, values: Values, encode: (text: string) => string): string | null {
  const value = Object.hasOwn(values, parameter.key) ? values[parameter.key] : undefined;
  return value === undefined ? null : serializeParameter(parameter, value, encode);
}

function queryOf({ parameters, fixedQuery }: RestExecutable, values: Values, auth: Auth): string {
  const pieces = parameters.flatMap((parameter) => {
    if (parameter.in !== 'query') return [];
    const { key, asWritten } = parameter;
    if (asWritten !== undefined && isDeepStrictEqual(values[key], asWritten.value)) return asWritten.text;
    return textOf(parameter, values, parameter.allowReserved ? percentEncodeReserved : percentEncode) ?? [];
  });
  return [fixedQuery ?? '', ...pieces, auth.query ?? ''].filter((piece) => piece !== '').join('&');
}

function cookieOf({ parameters }: RestExecutable, values: Values, auth: Auth): string | null {
  const pieces = parameters.flatMap((parameter) =>
    parameter.in === 'cookie' ? (textOf(parameter, values, percentEncode) ?? []) : [],
  );
  const all = [...pieces, ...(auth.cookie === null ? [] : [auth.cookie])];
  return all.length === 0 ? null : all.join('; ');
}
