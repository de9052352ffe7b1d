import { listAt, type Node, textAt, valueAt } from '@/server/sources/imports/parse/node';
import type { BodySource } from './body';
import { described } from './parameters';

/** The body of 2.0: one parameter `in: body`, or several `in: formData`; null if there is none. */
export function swaggerBodySource(parameters: Node[], consumes: readonly string[]): BodySource | null {
  const body = parameters.find((each) => textAt(each, 'in') === 'body');
  if (body !== undefined) {
    return {
      mediaType: consumes.find((type) => /\bjson\b/.test(type)) ?? consumes[0] ?? 'application/json',
      schema: valueAt(body, 'schema'),
      encoding: {},
      isRequired: valueAt(body, 'required') === true,
      description: described(body),
    };
  }
  const fields = parameters.filter((each) => textAt(each, 'in') === 'formData');
  if (fields.length === 0) return null;
  const hasFile = fields.some((each) => textAt(each, 'type') === 'file');
  const isMultipart = hasFile || consumes.some((type) => type.startsWith('multipart/'));
  const isUrlEncoded = consumes.some((type) => type.startsWith('application/x-www-form-urlencoded'));
  const named = fields.filter((each) => textAt(each, 'name') !== null);
  return {
    mediaType:
      hasFile || (isMultipart && !isUrlEncoded) ? 'multipart/form-data' : 'application/x-www-form-urlencoded',
    schema: {
      type: 'object',
      properties: Object.fromEntries(named.map((each) => [textAt(each, 'name'), each])),
      required: named
        .filter((each) => valueAt(each, 'required') === true)
        .map((each) => textAt(each, 'name')),
    },
    // A list that is not `multi` is sent as one value.
    encoding: Object.fromEntries(
      named.flatMap((each) => {
        const isList = textAt(each, 'type') === 'array' && textAt(each, 'collectionFormat') !== 'multi';
        return isList ? [[textAt(each, 'name'), { style: 'form', explode: false }]] : [];
      }),
    ),
    isRequired: true,
    description: null,
  };
}

/** The media types of an operation, or those of the whole document if it has no own. */
export function mediaTypes(operation: Node, root: Node, key: 'consumes' | 'produces'): string[] {
  const own = valueAt(operation, key) === undefined ? listAt(root, key) : listAt(operation, key);
  return own.filter((each): each is string => typeof each === 'string');
}
