import type { JsonValue } from '@/lib/base/json';
import { jsonOrNull } from '@/lib/base/json';
import { type HttpRequest, type HttpResponse, headerOf } from '../../_shared/http/http-types';
import { isJson } from './media-types';

/** A reason is a few lines of JSON. What is longer is for the result alone. */
const largestBodyBytes = 64_000;
const mostCharacters = 200;
const mostErrors = 3;
/** Shorter secrets stand in any text. */
const leastSecretCharacters = 4;

/** Where APIs say why, the most telling first (RFC 9457, JSON:API, OAuth, and the forms of common frameworks). */
const FIELDS = ['detail', 'errors', 'message', 'error_description', 'error', 'title', 'msg'];

/**
 * Why an API refused a request, from the JSON of its response; null if it doesn't say so in a short text.
 *
 * @param secrets texts that must not be repeated: a reason with one of them is left out
 */
export function reasonOf({ headers, body }: HttpResponse, secrets: readonly string[]): string | null {
  const type = (headerOf({ headers }, 'content-type') ?? '').toLowerCase().split(';')[0]?.trim() ?? '';
  if (!isJson(type) || body.sizeBytes > largestBodyBytes) return null;
  const text = textOf(jsonOrNull(body.toBuffer().toString('utf8')))?.replace(/\.$/, '') ?? '';
  const isHidden = secrets.some((secret) => secret.length >= leastSecretCharacters && text.includes(secret));
  if (text === '' || isHidden) return null;
  const characters = [...text];
  return characters.length <= mostCharacters ? text : `${characters.slice(0, mostCharacters - 1).join('')}…`;
}

function textOf(value: JsonValue, depth = 0): string | null {
  if (typeof value === 'string') return plainText(value);
  if (value === null || typeof value !== 'object' || depth > 3) return null;
  if (Array.isArray(value)) {
    const texts = value.slice(0, mostErrors).flatMap((each) => textOf(each, depth + 1) ?? []);
    return texts.length === 0 ? null : texts.join('; ');
  }
  for (const field of FIELDS) {
    const text = Object.hasOwn(value, field) ? textOf(value[field] ?? null, depth + 1) : null;
    if (text !== null) return text;
  }
  return null;
}

/** On one line; null for HTML, which an error page has. */
function plainText(text: string): string | null {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line === '' || /<[a-z!/]/i.test(line) ? null : line;
}

/** The secrets that a request has, as texts. */
export function secretsIn({ headers, secretHeaders, secretTexts }: HttpRequest): string[] {
  const values = headers.filter(([name]) => secretHeaders.includes(name.toLowerCase()));
  return [...secretTexts, ...values.flatMap(([, value]) => secretsWithin(value))];
}

/** `Bearer abc` and `session=abc; theme=dark` have a secret within them, and `Basic` a name and a password. */
function secretsWithin(header: string): string[] {
  const basic = /^basic\s+(\S+)/i.exec(header)?.[1];
  const password =
    basic === undefined
      ? []
      : [
          Buffer.from(basic, 'base64')
            .toString()
            .replace(/^[^:]*:/, ''),
        ];
  return [header, ...header.split(/[\s;=,"]+/), ...password];
}
