import { isNode, listAt, type Node, nodeAt } from '@/server/sources/imports/parse/node';
import { copyMember } from '@/server/sources/imports/parse/written';
import type { References } from '../references';

/**
 * A schema with its `$ref` resolved and its `allOf` merged: properties and required keys add up; for everything else,
 * the schema itself takes precedence over its parts. Each schema is merged once, however often it is used; a recursive
 * one is empty where it contains itself.
 */
export function flatSchema(schema: unknown, references: References): Node {
  if (!isNode(schema)) return {};
  const known = references.flat.get(schema);
  if (known !== undefined) return known;
  references.flat.set(schema, {});
  const own = references.orMissing(() => references.resolve(schema), {}, 'Any JSON is taken in its place.');
  const flat = fold(references.withOwn(own, ['properties', 'required', 'enum']), references);
  references.flat.set(schema, flat);
  return flat;
}

function fold(own: Node, references: References): Node {
  const parts = listAt(own, 'allOf');
  if (parts.length === 0) return own;
  const merged: Node = {};
  const properties: [string, unknown][] = [];
  const required: unknown[] = [];
  for (const part of [...parts.map((each) => flatSchema(each, references)), own]) {
    for (const key of Object.keys(part)) {
      if (!['allOf', 'properties', 'required'].includes(key)) copyMember(part, key, merged);
    }
    properties.push(...Object.entries(nodeAt(part, 'properties')));
    required.push(...listAt(part, 'required'));
  }
  if (properties.length > 0) merged.properties = Object.fromEntries(properties);
  if (required.length > 0) merged.required = [...new Set(required)];
  if (properties.length > 0 && merged.type === undefined) merged.type = 'object';
  return merged;
}

/** The alternatives of a schema, without one that only means "or null". */
export function alternativesOf(schema: Node): unknown[] {
  const all = [...listAt(schema, 'oneOf'), ...listAt(schema, 'anyOf')];
  return all.filter((each) => !(isNode(each) && each.type === 'null'));
}
