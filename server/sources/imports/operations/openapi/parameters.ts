import type { TemplateInput } from '@/lib/inputs/input';
import { openDefault } from '@/lib/inputs/secret-values';
import { maskedType } from '@/lib/inputs/secrets/secret-names';
import { numberShapeOf } from '@/server/connectors/_shared/json/number-shape';
import type { RestParameter } from '@/server/connectors/rest/executable';
import { listAt, type Node, nodeAt, proseAt, textAt, valueAt } from '@/server/sources/imports/parse/node';
import { UnreadableOperation } from '../imported';
import type { References } from './references';
import { flatSchema } from './schemas/merge-all-of';
import { defaultOf } from './schemas/schema-default';
import { SchemaReader } from './schemas/schema-type';

/** An input, and where its value goes. */
export interface ReadParameter {
  input: TemplateInput;
  parameter: RestParameter;
}

const places = ['path', 'query', 'header', 'cookie'] as const;
type Place = (typeof places)[number];

const anyInstead = 'Any text is taken in its place.';

/** The specification's default for each place. */
const defaultStyles = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' } as const;

const stylesOf: Record<Place, readonly RestParameter['style'][]> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};

/** 2.0's `collectionFormat`, as a style and whether it is exploded. */
const collectionFormats: Record<string, [RestParameter['style'], boolean]> = {
  csv: ['form', false],
  ssv: ['spaceDelimited', false],
  tsv: ['tabDelimited', false],
  pipes: ['pipeDelimited', false],
  multi: ['form', true],
};

/** Path-level and operation-level parameters with `$ref`s resolved; an operation's parameter overrides the path's. */
export function parametersOf(pathItem: Node, operation: Node, references: References): Node[] {
  const all = new Map<string, Node>();
  const own = [pathItem, operation].flatMap((node) =>
    listAt(references.withOwn(node, ['parameters']), 'parameters'),
  );
  for (const each of own) {
    const parameter = references.orMissing(
      () => references.resolve(each),
      null,
      'That parameter is left out.',
    );
    if (parameter === null) continue;
    all.set(`${textAt(parameter, 'in')} ${textAt(parameter, 'name')}`, parameter);
  }
  return [...all.values()];
}

/** A parameter of path, query, header, or cookie; null for the two body kinds of 2.0. */
export function readParameter(node: Node, references: References): ReadParameter | null {
  const place = places.find((each) => each === textAt(node, 'in'));
  const name = textAt(node, 'name');
  if (textAt(node, 'in') === 'body' || textAt(node, 'in') === 'formData') return null;
  if (place === undefined || name === null || name === '' || name.includes('\0')) {
    throw new UnreadableOperation(
      `It has a parameter without a name, or in an unknown place ("${textAt(node, 'in')}").`,
    );
  }
  const [contentType, content] = contentOf(node, references);
  // 2.0 has the type in the parameter itself.
  const schema = content === null ? (valueAt(node, 'schema') ?? node) : valueAt(content, 'schema');
  const declaredType = new SchemaReader(references).typeOf(schema);
  const type = place === 'path' ? declaredType : maskedType(name, declaredType);
  const numbers = contentType === null ? undefined : numberShapeOf(type);
  const key = `${place}.${name}`;
  return {
    input: {
      key,
      type,
      defaultValue: openDefault(type, defaultOf(flatSchema(schema, references), type)),
      defaultExpression: null,
      defaultAmbiguousInput: isNeeded(node, place, name) ? 'required' : 'omit',
      description: described(node),
    },
    parameter: {
      key,
      name,
      in: place,
      ...styleOf(node, place),
      ...(valueAt(node, 'allowReserved') === true ? { allowReserved: true } : {}),
      ...(contentType === null ? {} : { contentType }),
      ...(numbers === undefined ? {} : { numbers }),
    },
  };
}

/** Inputs that the client fills in by itself are not required, whatever a description says. */
function isNeeded(node: Node, place: Place, name: string): boolean {
  if (place === 'header' && /^(accept|authorization|content-type)$/i.test(name)) return false;
  return place === 'path' || valueAt(node, 'required') === true;
}

export function described(node: Node): string | null {
  const text = proseAt(node, 'description');
  return valueAt(node, 'deprecated') === true ? `Deprecated. ${text ?? ''}`.trim() : text;
}

function contentOf(node: Node, references: References): [string | null, Node | null] {
  const [first] = Object.entries(nodeAt(node, 'content'));
  return first === undefined
    ? [null, null]
    : [first[0], references.orMissing(() => references.resolve(first[1]), {}, anyInstead)];
}

function styleOf(node: Node, place: Place): Pick<RestParameter, 'style' | 'explode'> {
  const [style, explode] = collectionFormats[textAt(node, 'collectionFormat') ?? ''] ?? [];
  if (style !== undefined && explode !== undefined) {
    return place === 'path' || place === 'header' ? { style: 'simple', explode: false } : { style, explode };
  }
  // A parameter of 2.0 without a collectionFormat is csv.
  if (valueAt(node, 'schema') === undefined && valueAt(node, 'content') === undefined) {
    return { style: defaultStyles[place], explode: false };
  }
  const declaredStyle = stylesOf[place].find((each) => each === textAt(node, 'style'));
  const chosen = declaredStyle ?? defaultStyles[place];
  const saysExplode = valueAt(node, 'explode');
  return { style: chosen, explode: typeof saysExplode === 'boolean' ? saysExplode : chosen === 'form' };
}
