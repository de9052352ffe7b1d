import type { InputType } from '@/lib/inputs/input';
import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { isNode, listAt, type Node, nodeAt, textAt, valueAt } from '@/server/sources/imports/parse/node';
import { type ReadPostmanBody, wholeBody } from './body-parts';
import { withoutComments } from './json-members';
import { multipartBody, urlEncodedBody } from './read-form';
import { jsonBody } from './read-json';
import { isVariable, type Variables } from './variables';

/** The body of a request in any of Postman's modes; null if it has no body. */
export function readPostmanBody(
  body: Node,
  contentType: string | null,
  variables: Variables,
): ReadPostmanBody | null {
  if (valueAt(body, 'disabled') === true) return null;
  switch (textAt(body, 'mode')) {
    case 'raw':
      return rawBody(body, contentType, variables);
    case 'urlencoded':
      return urlEncodedBody(contentType, listAt(body, 'urlencoded'), variables);
    case 'formdata':
      return multipartBody(contentType, listAt(body, 'formdata'), variables);
    case 'file':
      return wholeBody(
        'binary',
        contentType ?? 'application/octet-stream',
        openapiInputType('string:binary'),
        undefined,
      );
    case 'graphql':
      return graphqlBody(nodeAt(body, 'graphql'), contentType ?? 'application/json', variables);
    default:
      return null;
  }
}

const rawTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
};

/** A text is sent as the type that its language has, and as plain text if nothing says another, as Postman does. */
function rawBody(body: Node, contentType: string | null, variables: Variables): ReadPostmanBody | null {
  const raw = textAt(body, 'raw') ?? '';
  if (raw === '') return null;
  const language = textAt(nodeAt(nodeAt(body, 'options'), 'raw'), 'language');
  const mediaType = contentType ?? rawTypes[language ?? ''] ?? 'text/plain';
  const saysJson = language === null ? /^application\/(\S+\+)?json/.test(mediaType) : language === 'json';
  const filled = variables.fill(raw).replaceAll('\0', '');
  const text = saysJson ? withoutComments(filled) : filled;
  const isUntold = contentType === null && language === null;
  const mayBeJson = saysJson || /\bjson\b/.test(mediaType) || (isUntold && /^\s*[[{]/.test(raw));
  return (mayBeJson ? jsonBody(text, mediaType) : null) ?? textBody(text, mediaType);
}

function textBody(text: string, mediaType: string): ReadPostmanBody {
  const type: InputType = { ...openapiInputType('string'), inputType: 'textarea' };
  return wholeBody('text', mediaType, type, isVariable(text) ? undefined : text);
}

/** Postman writes the names itself, and puts the variables there as they are written. */
function graphqlBody(graphql: Node, mediaType: string, variables: Variables): ReadPostmanBody {
  const query = textAt(graphql, 'query');
  const name = textAt(graphql, 'operationName');
  const given = valueAt(graphql, 'variables');
  const written = isNode(given) ? JSON.stringify(given) : typeof given === 'string' ? given : '';
  const members = [
    ['query', query === null ? '' : JSON.stringify(query)],
    ['operationName', name === null ? '' : JSON.stringify(name)],
    ['variables', written],
  ].flatMap(([key, value]) => (value === '' ? [] : [`"${key}":${value}`]));
  const text = variables.fill(`{${members.join(',')}}`).replaceAll('\0', '');
  const read = jsonBody(text, mediaType);
  return read === null ? textBody(text, mediaType) : withMultilineQuery(read);
}

const withMultilineQuery = (read: ReadPostmanBody): ReadPostmanBody => ({
  ...read,
  inputs: read.inputs.map((input) =>
    input.key === 'body.query' ? { ...input, type: { ...input.type, inputType: 'textarea' } } : input,
  ),
});
