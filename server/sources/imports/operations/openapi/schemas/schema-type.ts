import type { InputType } from '@/lib/inputs/input';
import { maskedType } from '@/lib/inputs/secrets/secret-names';
import { anyJson, anyObject, openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { isNode, listAt, type Node, nodeAt, textAt, valueAt } from '@/server/sources/imports/parse/node';
import { exactNumber, textOfScalar, withMembers } from '@/server/sources/imports/parse/written';
import type { References } from '../references';
import { alternativesOf, flatSchema } from './merge-all-of';
import { limitsOf } from './schema-limits';

/** Deeper or larger values are any JSON: a form couldn't show them, and checking them hardly matters. */
const deepest = 4;
const mostTypes = 60;
const mostOptions = 1_000;
const mostAlternatives = 12;
const anyInstead = 'Any JSON is taken in its place.';

/**
 * Converts schemas to types. One reader serves one input: it counts the types it has made, and knows the schemas around
 * the current one, so that circular ones end.
 */
export class SchemaReader {
  private made = 0;
  private readonly within: unknown[] = [];

  constructor(private readonly references: References) {}

  /** The type of a value in a request; null for `readOnly` values, which only responses have. */
  typeOf(schema: unknown): InputType {
    const target = this.references.orMissing(() => this.references.target(schema), null, anyInstead);
    if (target === null) return anyJson();
    this.made += 1;
    if (this.within.length >= deepest || this.made > mostTypes || this.within.includes(target))
      return anyJson();
    this.within.push(target);
    try {
      return this.read(flatSchema(schema, this.references));
    } finally {
      this.within.pop();
    }
  }

  private read(schema: Node): InputType {
    const alternatives = alternativesOf(schema);
    const [only] = alternatives;
    if (alternatives.length === 1)
      return this.typeOf(isNode(only) ? withMembers(withoutChoice(schema), only) : only);
    const types = typeNamesOf(schema);
    if (alternatives.length > 1) return this.readAlternatives(schema, alternatives);
    if (types.length > 1) return this.eitherOf(types.map((type) => this.read({ ...schema, type })));
    const [type = guessType(schema)] = types;
    switch (type) {
      case 'object':
        return this.readObject(schema);
      case 'array':
        return openapiInputType('array', {
          element: valueAt(schema, 'items') === undefined ? null : this.typeOf(schema.items),
          constraints: limitsOf(schema),
        });
      case 'string':
      case 'number':
      case 'integer':
        return this.readScalar(schema, type);
      case 'boolean':
        return openapiInputType('boolean');
      case 'file':
        return openapiInputType('string:binary');
      default:
        return anyJson();
    }
  }

  private readScalar(schema: Node, type: string): InputType {
    const format = textAt(schema, 'format') ?? formatOfContent(schema);
    const options = optionsOf(schema, type);
    // People choose from a closed list, so the form of its values doesn't matter.
    const name = format === null || options !== null ? type : `${type}:${format}`;
    const constraints = limitsOf(schema);
    return openapiInputType(name, { constraints, options });
  }

  private readObject(schema: Node): InputType {
    const properties = Object.entries(nodeAt(schema, 'properties')).flatMap(([key, property]) =>
      isReadOnly(property, this.references) ? [] : [{ key, type: maskedType(key, this.typeOf(property)) }],
    );
    if (properties.length === 0) return { ...anyObject(), constraints: limitsOf(schema) };
    const known = new Set(properties.map(({ key }) => key));
    const requiredKeys = listAt(schema, 'required').filter(
      (key): key is string => typeof key === 'string' && known.has(key),
    );
    return openapiInputType('object', {
      properties,
      requiredKeys,
      isOpen: schema.additionalProperties !== false,
      constraints: limitsOf(schema),
    });
  }

  private readAlternatives(schema: Node, alternatives: unknown[]): InputType {
    if (alternatives.length > mostAlternatives) return anyJson();
    const shared = withoutChoice(schema);
    // Keywords next to the alternatives apply to each of them; for objects, these are the properties.
    const holdsShared = Object.keys(nodeAt(shared, 'properties')).length > 0;
    const parts = holdsShared ? alternatives.map((each) => ({ allOf: [shared, each] })) : alternatives;
    return this.eitherOf(parts.map((each) => this.typeOf(each)));
  }

  private eitherOf(types: InputType[]): InputType {
    const [first] = types;
    const isText = types.every(({ jsonType }) => jsonType === 'string');
    if (first !== undefined && isText) {
      const options = types.flatMap((type) => type.options ?? []);
      return openapiInputType('string', {
        options: types.every((type) => type.options !== null) ? options : null,
      });
    }
    return { ...anyJson(), alternatives: types };
  }
}

export function isReadOnly(schema: unknown, references: References): boolean {
  return flatSchema(schema, references).readOnly === true;
}

function withoutChoice(schema: Node): Node {
  const { oneOf: _one, anyOf: _any, discriminator: _discriminator, ...rest } = schema;
  return rest;
}

function typeNamesOf({ type }: Node): string[] {
  const names = Array.isArray(type) ? type : [type];
  return names.filter((name): name is string => typeof name === 'string' && name !== 'null');
}

/** Guesses the type of a schema that doesn't have one. */
function guessType(schema: Node): string {
  if (isNode(schema.properties)) return 'object';
  if (schema.items !== undefined) return 'array';
  if (listAt(schema, 'enum').some((each) => typeof each === 'string') || typeof schema.const === 'string')
    return 'string';
  if (typeof schema.format === 'string' || typeof schema.pattern === 'string') return 'string';
  return '';
}

/** 3.1 describes bytes by their encoding and media type. */
function formatOfContent(schema: Node): string | null {
  if (textAt(schema, 'contentEncoding') === 'base64') return 'byte';
  return textAt(schema, 'contentMediaType') === 'application/octet-stream' ? 'binary' : null;
}

/** The values of a closed list, as the schema's type reads them: in a list of texts, `07` is a text. */
function optionsOf(schema: Node, type: string): string[] | null {
  const [listed, keys] =
    schema.const === undefined
      ? [listAt(schema, 'enum'), listAt(schema, 'enum').map((_, at) => at)]
      : [schema, ['const']];
  const mayBeNull = schema.nullable === true || listAt(schema, 'type').includes('null');
  const options = keys.flatMap((key) => {
    const value = Array.isArray(listed) ? listed[Number(key)] : listed[key];
    if (value === null && mayBeNull) return [];
    const option = type === 'string' ? textOfScalar(listed, key, value) : exactNumber(listed, key, value);
    return option === null ? (typeof value === 'string' ? value : []) : String(option);
  });
  return options.length === 0 || options.length > mostOptions ? null : [...new Set(options)];
}
