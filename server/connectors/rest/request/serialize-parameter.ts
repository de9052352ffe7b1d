import { digitsOf, exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { jsonText } from '@/server/connectors/_shared/json/json-text';
import type { RestParameter } from '../executable';

/** Encodes a text for its position in the request. */
export type Encode = (text: string) => string;

type Serialized = Pick<RestParameter, 'name' | 'style' | 'explode' | 'contentType' | 'numbers'>;

/** Null is omitted, as in RFC 6570; an empty text is a value. */
const isValue = (value: JsonValue): boolean => value !== null;

function scalarText(value: JsonValue): string {
  return typeof value === 'object' ? exactJson(value) : (digitsOf(value) ?? String(value));
}

function membersOf(value: { [key: string]: JsonValue }): [string, JsonValue][] {
  return Object.entries(value).filter(([, inner]) => isValue(inner));
}

/**
 * Serializes a parameter by RFC 6570 and the OpenAPI specification for its style; null if there is nothing to send: null,
 * an empty list, or an object without members.
 */
export function serializeParameter(parameter: Serialized, value: JsonValue, encode: Encode): string | null {
  if (value === null) return null;
  const { name, style, contentType, numbers } = parameter;
  if (contentType !== undefined) {
    const text = /\bjson\b/.test(contentType) ? jsonText(value, numbers) : scalarText(value);
    return withName(name, style, encode(text), encode);
  }
  if (Array.isArray(value)) return serializeList(parameter, value.filter(isValue), encode);
  if (typeof value === 'object') return serializeObject(parameter, membersOf(value), encode);
  return withName(name, style, encode(scalarText(value)), encode);
}

function withName(name: string, style: Serialized['style'], text: string, encode: Encode): string {
  switch (style) {
    case 'simple':
      return text;
    case 'label':
      return `.${text}`;
    case 'matrix':
      return text === '' ? `;${encode(name)}` : `;${encode(name)}=${text}`;
    default:
      return `${encode(name)}=${text}`;
  }
}

/** The delimiter between the items of a list that is not exploded. */
const delimiters: Record<Serialized['style'], string> = {
  simple: ',',
  label: ',',
  matrix: ',',
  form: ',',
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
  tabDelimited: '%09',
  deepObject: ',',
};

function serializeList(
  { name, style, explode }: Serialized,
  items: JsonValue[],
  encode: Encode,
): string | null {
  if (items.length === 0) return null;
  const texts = items.map((item) => encode(scalarText(item)));
  if (!explode || style === 'simple') return withName(name, style, texts.join(delimiters[style]), encode);
  switch (style) {
    case 'label':
      return texts.map((text) => `.${text}`).join('');
    case 'matrix':
      return texts.map((text) => withName(name, style, text, encode)).join('');
    default:
      return texts.map((text) => `${encode(name)}=${text}`).join('&');
  }
}

function serializeObject(
  { name, style, explode }: Serialized,
  members: [string, JsonValue][],
  encode: Encode,
): string | null {
  if (members.length === 0) return null;
  if (style === 'deepObject') {
    const [open, close] = [encode('['), encode(']')];
    return members
      .flatMap(([key, value]) => deepMembers(`${encode(name)}${open}${encode(key)}${close}`, value, encode))
      .join('&');
  }
  const pairs = members.map(([key, value]): [string, string] => [encode(key), encode(scalarText(value))]);
  if (!explode) return withName(name, style, pairs.flat().join(delimiters[style]), encode);
  const exploded = pairs.map(([key, text]) => `${key}=${text}`);
  switch (style) {
    case 'simple':
      return exploded.join(',');
    case 'label':
      return exploded.map((pair) => `.${pair}`).join('');
    case 'matrix':
      return exploded.map((pair) => `;${pair}`).join('');
    default:
      return exploded.join('&');
  }
}

/** The specification defines one level; deeper ones follow the common convention, `a[b][c]`, lists as `a[b][0]`. */
function deepMembers(name: string, value: JsonValue, encode: Encode): string[] {
  if (value === null) return [];
  if (typeof value !== 'object') return [`${name}=${encode(scalarText(value))}`];
  return Object.entries(value).flatMap(([key, inner]) =>
    deepMembers(`${name}${encode('[')}${encode(key)}${encode(']')}`, inner, encode),
  );
}
