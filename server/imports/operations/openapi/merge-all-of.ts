import { isNode, listAt, type Node, nodeAt } from '@/server/imports/parse/node';
import type { References } from './references';

/**
 * A schema with its `$ref` followed and its `allOf` folded in: attributes and what is required add up, of
 * everything else the schema itself counts before its parts. Each is folded once, however often it is met; one
 * that holds itself holds nothing more there.
 */
export function flatSchema(schema: unknown, references: References): Node {
  if (!isNode(schema)) return {};
  const known = references.flat.get(schema);
  if (known !== undefined) return known;
  references.flat.set(schema, {});
  const flat = fold(references.resolve(schema), references);
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
    for (const [key, value] of Object.entries(part)) {
      if (!['allOf', 'properties', 'required'].includes(key)) merged[key] = value;
    }
    properties.push(...Object.entries(nodeAt(part, 'properties')));
    required.push(...listAt(part, 'required'));
  }
  if (properties.length > 0) merged.properties = Object.fromEntries(properties);
  if (required.length > 0) merged.required = [...new Set(required)];
  if (properties.length > 0 && merged.type === undefined) merged.type = 'object';
  return merged;
}

/** The alternatives of a schema, without the one that says no more than "or null". */
export function alternativesOf(schema: Node): unknown[] {
  const all = [...listAt(schema, 'oneOf'), ...listAt(schema, 'anyOf')];
  return all.filter((each) => !(isNode(each) && each.type === 'null'));
}
