import type { InputType, TemplateInput } from '@/lib/inputs/input';
import { openDefault } from '@/lib/inputs/secret-values';
import { maskedType } from '@/lib/inputs/secrets/secret-names';
import { anyJson, openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { numberShapeOf } from '@/server/connectors/_shared/json/number-shape';
import { parameterStyles, type RestBody, type RestPart } from '@/server/connectors/rest/executable';
import { listAt, type Node, nodeAt, textAt, valueAt } from '@/server/sources/imports/parse/node';
import { described } from './parameters';
import type { References } from './references';
import { alternativesOf, flatSchema } from './schemas/merge-all-of';
import { defaultOf } from './schemas/schema-default';
import { isReadOnly, SchemaReader } from './schemas/schema-type';

/** A body, and the inputs that fill it. */
export interface ReadBody {
  inputs: TemplateInput[];
  body: RestBody;
}

/** The parts of a body, wherever a description has them. */
export interface BodySource {
  mediaType: string;
  schema: unknown;
  encoding: Node;
  isRequired: boolean;
  description: string | null;
}

/** An object with more properties becomes one JSON input: nobody fills in such a form. */
const mostProperties = 150;

/** The first of these that an operation offers is used; the ones that suit a form best come first. */
const preferred: readonly RegExp[] = [
  /^application\/json\b/,
  /^application\/(.*\+)?json\b/,
  /^multipart\/form-data\b/,
  /^application\/x-www-form-urlencoded\b/,
  /^text\//,
  /xml\b/,
];

const anyBody: Node = { content: { 'application/json': {} } };

/** The request body of 3.x; null if there is none. */
export function bodySourceOf(operation: Node, references: References): BodySource | null {
  if (valueAt(operation, 'requestBody') === undefined) return null;
  const node = references.orMissing(
    () => references.resolve(valueAt(operation, 'requestBody')),
    anyBody,
    'Any JSON is taken as its body.',
  );
  const content = Object.entries(nodeAt(node, 'content'));
  const chosen = preferred.flatMap(
    (pattern) => content.find(([type]) => pattern.test(type.toLowerCase())) ?? [],
  );
  const [mediaType = chosen[0], value = chosen[1]] = chosen.length === 0 ? (content[0] ?? []) : chosen;
  if (typeof mediaType !== 'string') return null;
  const media = references.orMissing(() => references.resolve(value), {}, 'Any JSON is taken in its place.');
  return {
    mediaType,
    schema: valueAt(media, 'schema'),
    encoding: nodeAt(media, 'encoding'),
    isRequired: valueAt(node, 'required') === true,
    description: described(node),
  };
}

function kindOf(mediaType: string): RestBody['kind'] {
  const type = mediaType.toLowerCase();
  if (/\bjson\b/.test(type)) return 'json';
  if (type.startsWith('application/x-www-form-urlencoded')) return 'form';
  if (type.startsWith('multipart/')) return 'multipart';
  if (type.startsWith('text/') || /\b(xml|yaml|graphql|javascript)\b/.test(type)) return 'text';
  return 'binary';
}

/** The type sent when a description allows any media type: JSON, unless the schema is a file or text. */
function sentType({ mediaType, schema }: BodySource, references: References): string {
  if (!/^(\*|application)\/\*/.test(mediaType) || schema === undefined) return mediaType;
  const { jsonType, component, typeId } = new SchemaReader(references).typeOf(schema);
  const isStructured = jsonType === 'object' || jsonType === 'array';
  return isStructured && component !== 'b-file' && typeId !== 'any' ? 'application/json' : mediaType;
}

/** A part without a type is bytes (OpenAPI 3.1 §4.8.15.3). */
function partType(schema: unknown, kind: RestBody['kind'], references: References): InputType {
  const type = new SchemaReader(references).typeOf(schema);
  if (kind !== 'multipart') return type;
  const bytes = openapiInputType('string:binary');
  if (isUntyped(type)) return bytes;
  const isListOfUnsaid = type.jsonType === 'array' && type.element !== null && isUntyped(type.element);
  return isListOfUnsaid ? openapiInputType('array', { element: bytes }) : type;
}

const isUntyped = ({ typeId, alternatives }: InputType): boolean =>
  typeId === 'any' && alternatives === undefined;

/** An object with fixed properties becomes an input per property; anything else is one input. */
export function readBody(declared: BodySource, references: References): ReadBody {
  const mediaType = sentType(declared, references);
  const source = { ...declared, mediaType };
  const kind = kindOf(mediaType);
  if (kind === 'text' || kind === 'binary') {
    const type =
      kind === 'binary'
        ? openapiInputType('string:binary')
        : { ...openapiInputType('string'), inputType: 'textarea' as const };
    if (kind === 'text' && hasMembers(source.schema, references))
      references.note(`Takes ${mediaType}: its body is one input, to be written as text.`);
    return wholeBody({ ...source }, kind, type, null);
  }
  const schema = flatSchema(source.schema, references);
  const properties = Object.entries(nodeAt(schema, 'properties')).filter(
    ([, property]) => !isReadOnly(property, references),
  );
  const isPlain =
    properties.length > 0 && properties.length <= mostProperties && alternativesOf(schema).length === 0;
  if (!isPlain) {
    const type = source.schema === undefined ? anyJson() : new SchemaReader(references).typeOf(source.schema);
    // A form needs names, and the description gives none.
    if (kind !== 'json')
      references.note(
        `Takes ${mediaType}, but the description names no parts: its body is one input, to be written as text.`,
      );
    return wholeBody(source, kind === 'json' ? 'json' : kind, type, defaultOf(schema, type));
  }
  const required = new Set(listAt(schema, 'required'));
  const read = properties.map(([name, property]) => {
    const type = maskedType(name, partType(property, kind, references));
    const flat = flatSchema(property, references);
    const input: TemplateInput = {
      key: `body.${name}`,
      type,
      defaultValue: openDefault(type, defaultOf(flat, type)),
      defaultExpression: null,
      defaultAmbiguousInput: source.isRequired && required.has(name) ? 'required' : 'omit',
      description: described(flat),
    };
    return { input, part: partOf(name, type, kind, nodeAt(source.encoding, name)) };
  });
  return {
    inputs: read.map(({ input }) => input),
    body: { kind, mediaType, wholeKey: null, parts: read.map(({ part }) => part) },
  };
}

/** Whether a schema describes more than a text. */
function hasMembers(schema: unknown, references: References): boolean {
  const { type, properties, items } = flatSchema(schema, references);
  return type === 'object' || type === 'array' || properties !== undefined || items !== undefined;
}

function wholeBody(
  source: BodySource,
  kind: RestBody['kind'],
  type: InputType,
  defaultValue: TemplateInput['defaultValue'],
): ReadBody {
  const numbers = kind === 'json' ? numberShapeOf(type) : undefined;
  const input: TemplateInput = {
    key: 'body',
    type,
    defaultValue: openDefault(type, defaultValue),
    defaultExpression: null,
    defaultAmbiguousInput: source.isRequired ? 'required' : 'omit',
    description: source.description,
  };
  const body: RestBody = {
    kind,
    mediaType: source.mediaType,
    wholeKey: 'body',
    parts: [],
    ...(numbers === undefined ? {} : { numbers }),
  };
  return { inputs: [input], body };
}

const isFile = (type: InputType): boolean =>
  type.component === 'b-file' || type.element?.component === 'b-file';

/** How one property is sent, as its `encoding` says, or else by the specification's default for its type. */
function partOf(name: string, type: InputType, kind: RestBody['kind'], encoding: Node): RestPart {
  const numbers = numberShapeOf(type);
  const base = { key: `body.${name}`, name, ...(numbers === undefined ? {} : { numbers }) };
  const style = parameterStyles.find((each) => each === textAt(encoding, 'style'));
  const explode = valueAt(encoding, 'explode');
  if (kind === 'json') return { ...base, style: 'form', explode: true };
  if (kind === 'multipart') {
    const [first] = (textAt(encoding, 'contentType') ?? '').split(',');
    const isOne = first !== undefined && first !== '' && !first.includes('*');
    return {
      ...base,
      style: 'form',
      explode: true,
      ...(isOne ? { contentType: first.trim() } : {}),
      // The text of a part of this type is JSON already.
      ...(isOne && type.jsonType === 'string' ? { isText: true } : {}),
      ...(isFile(type) ? { isFile: true } : {}),
    };
  }
  if (style !== undefined || typeof explode === 'boolean') {
    return {
      ...base,
      style: style ?? 'form',
      explode:
        typeof explode === 'boolean' ? explode : style !== 'spaceDelimited' && style !== 'pipeDelimited',
    };
  }
  // Without a style, an object is sent as JSON (OpenAPI 3.0.4 §4.7.15.1.1).
  const isObject = type.jsonType === 'object';
  return { ...base, style: 'form', explode: true, ...(isObject ? { contentType: 'application/json' } : {}) };
}
