import type { JsonValue } from '@/lib/base/json';
import type { InputType, TemplateInput } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { maskedType } from '@/lib/inputs/secrets/secret-names';
import { anyJson, openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { numberShapeOf } from '@/server/connectors/_shared/json/number-shape';
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
} from '@/server/sources/imports/parse/node';
import type { ReadBody } from '../openapi/body';
import { isVariable, type Variables, variablesIn } from './variables';

const mostProperties = 150;

/** A body, and how it differs from what Postman sends. */
export interface ReadPostmanBody extends ReadBody {
  /** Names of the variables that appear in JSON without quotes. */
  bareVariables?: ReadonlySet<string>;
  /** A note if the sent type differs from the one the request declares; null if it doesn't. */
  difference?: string;
}

/** The body of a request in any of Postman's modes; null if it has no body. */
export function readPostmanBody(
  body: Node,
  contentType: string | null,
  variables: Variables,
): ReadPostmanBody | null {
  if (valueAt(body, 'disabled') === true) return null;
  switch (textAt(body, 'mode')) {
    case 'raw':
      return rawBody(textAt(body, 'raw') ?? '', rawType(body, contentType), variables);
    case 'urlencoded':
      return formBody('form', contentType ?? urlEncoded, listAt(body, 'urlencoded'), variables);
    case 'formdata':
      return multipartBody(contentType, listAt(body, 'formdata'), variables);
    case 'file':
      return whole(
        'binary',
        contentType ?? 'application/octet-stream',
        openapiInputType('string:binary'),
        null,
      );
    case 'graphql':
      return graphqlBody(nodeAt(body, 'graphql'), contentType ?? 'application/json', variables);
    default:
      return null;
  }
}

const urlEncoded = 'application/x-www-form-urlencoded';
const formData = 'multipart/form-data';

/** The parts need a boundary, so the sent type is always a multipart one. */
function multipartBody(contentType: string | null, rows: unknown[], variables: Variables): ReadPostmanBody {
  const [own = ''] = (contentType ?? formData).split(';', 1);
  const isMultipart = /^multipart\/[\w.+-]+$/i.test(own.trim());
  const read = formBody('multipart', isMultipart ? own.trim() : formData, rows, variables);
  if (isMultipart) return read;
  return {
    ...read,
    difference: `Declares Content-Type "${contentType}", but has a multipart form: it is sent as ${formData}.`,
  };
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

function rawBody(raw: string, mediaType: string, variables: Variables): ReadPostmanBody | null {
  if (raw.trim() === '') return null;
  const filled = variables.fill(raw).replaceAll('\0', '');
  const { value, bareVariables } = /\bjson\b/.test(mediaType) ? parsedJson(filled) : notJson;
  if (value === undefined) {
    const type: InputType = { ...openapiInputType('string'), inputType: 'textarea' };
    return whole('text', mediaType, type, isVariable(filled) ? null : filled);
  }
  const members = isNode(value) ? Object.entries(value) : [];
  if (members.length === 0 || members.length > mostProperties) {
    const type = Array.isArray(value) ? openapiInputType('array') : anyJson();
    return { ...whole('json', mediaType, type, defaultOf(value)), bareVariables };
  }
  const parts = members.map(
    ([name, member]): Part => ({
      name,
      type: typeOf(member),
      defaultValue: defaultOf(member),
      description: null,
      isBare:
        typeof member === 'string' && isVariable(member) && bareVariables.has(variablesIn(member)[0] ?? ''),
    }),
  );
  return { ...partedBody('json', mediaType, parts), bareVariables };
}

interface ParsedJson {
  /** Undefined for a text that isn't JSON. */
  value: unknown;
  bareVariables: ReadonlySet<string>;
}

const notJson: ParsedJson = { value: undefined, bareVariables: new Set() };

/** JSON with bare variables in it (`"id": {{id}}`) is read as if they were quoted. */
function parsedJson(text: string): ParsedJson {
  const bareVariables = new Set<string>();
  const quoted = () =>
    text.replace(/(?<=[:[,]\s*)(\{\{[^{}"]*\}\})(?=\s*[,\]}])/g, (bare) => {
      for (const name of variablesIn(bare)) bareVariables.add(name);
      return `"${bare}"`;
    });
  for (const attempt of [() => text, quoted]) {
    try {
      return { value: JSON.parse(attempt()), bareVariables };
    } catch {
      // The next attempt reads it, or none does.
    }
  }
  return notJson;
}

/** People fill in values that only an environment defines: here, or at their place within the rest. */
function defaultOf(value: unknown): JsonValue {
  return typeof value === 'string' && isVariable(value) ? null : jsonOf(value);
}

/** The type of an example value. */
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
  /** Whether it appeared in JSON without quotes, so that a number is sent as one. */
  isBare?: boolean;
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
          : (variables.default(textAt(row, 'value') ?? '')?.replaceAll('\0', '') ?? null),
        description: proseAt(row, 'description'),
        ...(isFile ? { isFile } : {}),
        ...(contentType === null || contentType === '' ? {} : { contentType }),
      },
    ];
  });
  return partedBody(kind, mediaType, [...new Map(parts.map((part) => [part.name, part])).values()]);
}

function graphqlBody(graphql: Node, mediaType: string, variables: Variables): ReadPostmanBody {
  const query = variables.fill(textAt(graphql, 'query') ?? '').replaceAll('\0', '');
  const { value = null, bareVariables } = parsedJson(variables.fill(textAt(graphql, 'variables') ?? ''));
  const read = partedBody('json', mediaType, [
    {
      name: 'query',
      type: { ...openapiInputType('string'), inputType: 'textarea' },
      defaultValue: query || null,
      description: null,
    },
    {
      name: 'variables',
      type: anyJson('object'),
      defaultValue: defaultOf(value),
      description: null,
    },
  ]);
  return { ...read, bareVariables };
}

function partedBody(kind: RestBody['kind'], mediaType: string, parts: Part[]): ReadBody {
  const inputs = parts.map(({ name, type: declaredType, defaultValue, description }): TemplateInput => {
    const type = maskedType(name, declaredType);
    return {
      key: `body.${name}`,
      type,
      // Credentials saved in a collection never become a default.
      defaultValue: holdsSecret(type) ? null : defaultValue,
      defaultExpression: null,
      defaultAmbiguousInput: 'omit',
      description,
    };
  });
  const made = parts.map(({ name, type, isFile, contentType, isBare }): RestPart => {
    const numbers = isBare === true ? true : numberShapeOf(type);
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
