import type { InputType, TemplateInput } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import type { JsonValue } from '@/lib/json';
import { anyJson, openapiInputType } from '@/lib/type-systems/openapi-types';
import type { RestBody, RestPart } from '@/server/connectors/rest/executable';
import {
  isNode,
  jsonOf,
  listAt,
  type Node,
  nodeAt,
  proseAt,
  textAt,
  valueAt,
} from '@/server/imports/parse/node';
import { numberShapeOf } from '../number-shape';
import type { ReadBody } from '../openapi/body';
import { maskedType } from '../secret-names';
import { hasVariable, type Variables } from './variables';

const mostProperties = 150;

/** The body of a request in any of Postman's modes; null where there is none. */
export function readPostmanBody(
  body: Node,
  contentType: string | null,
  variables: Variables,
): ReadBody | null {
  if (valueAt(body, 'disabled') === true) return null;
  switch (textAt(body, 'mode')) {
    case 'raw':
      return rawBody(textAt(body, 'raw') ?? '', rawType(body, contentType), variables);
    case 'urlencoded':
      return formBody('form', 'application/x-www-form-urlencoded', listAt(body, 'urlencoded'), variables);
    case 'formdata':
      return formBody('multipart', 'multipart/form-data', listAt(body, 'formdata'), variables);
    case 'file':
      return whole(
        'binary',
        contentType ?? 'application/octet-stream',
        openapiInputType('string:binary'),
        null,
      );
    case 'graphql':
      return graphqlBody(nodeAt(body, 'graphql'), variables);
    default:
      return null;
  }
}

const rawTypes: Record<string, string> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
};

function rawType(body: Node, contentType: string | null): string {
  const language = textAt(nodeAt(nodeAt(body, 'options'), 'raw'), 'language');
  return (
    contentType ??
    rawTypes[language ?? ''] ??
    (/^\s*[[{]/.test(textAt(body, 'raw') ?? '') ? 'application/json' : 'text/plain')
  );
}

function rawBody(raw: string, mediaType: string, variables: Variables): ReadBody | null {
  if (raw.trim() === '') return null;
  const filled = variables.fill(raw);
  const value = /\bjson\b/.test(mediaType) ? parsedJson(filled) : undefined;
  if (value === undefined) {
    const type: InputType = { ...openapiInputType('string'), inputType: 'textarea' };
    return whole('text', mediaType, type, hasVariable(filled) ? null : filled.replaceAll('\0', ''));
  }
  const members = isNode(value) ? Object.entries(value) : [];
  if (members.length === 0 || members.length > mostProperties) {
    const type = Array.isArray(value) ? openapiInputType('array') : anyJson();
    return whole('json', mediaType, type, withoutVariables(jsonOf(value)));
  }
  return partedBody(
    'json',
    mediaType,
    members.map(([name, member]) => ({
      name,
      type: typeOf(member),
      defaultValue: withoutVariables(jsonOf(member)),
      description: null,
    })),
  );
}

/** JSON with variables bare in it (`"id": {{id}}`) is read as if they were quoted. */
function parsedJson(text: string): unknown {
  for (const attempt of [text, text.replace(/(?<=[:[,]\s*)(\{\{[^{}"]*\}\})(?=\s*[,\]}])/g, '"$1"')]) {
    try {
      return JSON.parse(attempt);
    } catch {
      // The next attempt, or none of them, reads it.
    }
  }
  return undefined;
}

/** What only an environment knows is for the person to fill in. */
function withoutVariables(value: JsonValue): JsonValue {
  return hasVariable(JSON.stringify(value)) ? null : value;
}

/** What an example tells of its type. */
function typeOf(value: unknown): InputType {
  if (typeof value === 'number') return openapiInputType('number');
  if (typeof value === 'boolean') return openapiInputType('boolean');
  if (Array.isArray(value)) {
    const [first] = value;
    const isListOfOne =
      value.length > 0 && value.every((each) => typeof each === typeof first) && typeof first !== 'object';
    return openapiInputType('array', { element: isListOfOne ? typeOf(first) : null });
  }
  return isNode(value) ? anyJson('object') : openapiInputType('string');
}

interface Part {
  name: string;
  type: InputType;
  defaultValue: JsonValue;
  description: string | null;
  isFile?: boolean;
  contentType?: string;
}

function formBody(
  kind: 'form' | 'multipart',
  mediaType: string,
  rows: unknown[],
  variables: Variables,
): ReadBody {
  const parts = rows.flatMap((row): Part[] => {
    const name = isNode(row) ? variables.fillWhole(textAt(row, 'key') ?? '') : null;
    if (!isNode(row) || name === null || name === '') return [];
    const isFile = textAt(row, 'type') === 'file';
    const isOff = valueAt(row, 'disabled') === true || isFile;
    const contentType = textAt(row, 'contentType');
    return [
      {
        name: name.replaceAll('\0', ''),
        type: openapiInputType(isFile ? 'string:binary' : 'string'),
        defaultValue: isOff
          ? null
          : variables.fillWhole(textAt(row, 'value') ?? '')?.replaceAll('\0', '') || null,
        description: proseAt(row, 'description'),
        ...(isFile ? { isFile } : {}),
        ...(contentType === null || contentType === '' ? {} : { contentType }),
      },
    ];
  });
  return partedBody(kind, mediaType, [...new Map(parts.map((part) => [part.name, part])).values()]);
}

function graphqlBody(graphql: Node, variables: Variables): ReadBody {
  const query = variables.fill(textAt(graphql, 'query') ?? '').replaceAll('\0', '');
  const given = parsedJson(variables.fill(textAt(graphql, 'variables') ?? '')) ?? null;
  return partedBody('json', 'application/json', [
    {
      name: 'query',
      type: { ...openapiInputType('string'), inputType: 'textarea' },
      defaultValue: query || null,
      description: null,
    },
    {
      name: 'variables',
      type: anyJson('object'),
      defaultValue: withoutVariables(jsonOf(given)),
      description: null,
    },
  ]);
}

function partedBody(kind: RestBody['kind'], mediaType: string, parts: Part[]): ReadBody {
  const inputs = parts.map(({ name, type: said, defaultValue, description }): TemplateInput => {
    const type = maskedType(name, said);
    return {
      key: `body.${name}`,
      type,
      // What somebody signed in with once is nobody's default.
      defaultValue: holdsSecret(type) ? null : defaultValue,
      defaultExpression: null,
      defaultAmbiguousInput: 'omit',
      description,
    };
  });
  const made = parts.map(({ name, type, isFile, contentType }): RestPart => {
    const numbers = numberShapeOf(type);
    return {
      key: `body.${name}`,
      name,
      style: 'form',
      explode: true,
      ...(isFile === undefined ? {} : { isFile }),
      ...(contentType === undefined ? {} : { contentType }),
      ...(numbers === undefined ? {} : { numbers }),
    };
  });
  return { inputs, body: { kind, mediaType, wholeKey: null, parts: made } };
}

function whole(
  kind: RestBody['kind'],
  mediaType: string,
  type: InputType,
  defaultValue: JsonValue,
): ReadBody {
  const input: TemplateInput = {
    key: 'body',
    type,
    defaultValue,
    defaultExpression: null,
    defaultAmbiguousInput: 'omit',
    description: null,
  };
  return { inputs: [input], body: { kind, mediaType, wholeKey: 'body', parts: [] } };
}
