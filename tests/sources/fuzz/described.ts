import { load } from 'js-yaml';

export type Schema = { [keyword: string]: unknown };

/** A parameter as it is described, with the pointer to its schema. */
export interface DescribedParameter {
  name: string;
  in: string;
  style: string;
  explode: boolean;
  schema: Schema;
  pointer: string;
}

/** An operation read without the product: from the document's own words alone. */
export interface DescribedOperation {
  cloudId: string;
  path: string;
  parameters: DescribedParameter[];
  /** Its body of JSON or of a form, if it has one. */
  body: { mediaType: string; schema: Schema; pointer: string } | null;
}

export interface Described {
  root: Schema;
  version: string;
  operations: DescribedOperation[];
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);
const child = (pointer: string, key: string): string =>
  `${pointer}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`;

/** What a pointer such as `#/components/schemas/Pet` leads to. */
export function lookUp(root: Schema, pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, key) => (Array.isArray(value) ? value[Number(key)] : at(value, key)), root);
}

/** A value and its pointer, after its references. */
function resolved(root: Schema, value: unknown, pointer: string): { value: Schema; pointer: string } {
  const reference = at(value, '$ref');
  if (typeof reference === 'string') return resolved(root, lookUp(root, reference), reference);
  return { value: isObject(value) ? value : {}, pointer };
}

export function readDescribed(text: string): Described {
  const root = load(text);
  if (!isObject(root)) throw new Error('A description is an object');
  const version = String(root.openapi ?? root.swagger);
  const operations = Object.entries(root.paths ?? {}).flatMap(([path, item]) =>
    ['get', 'post', 'put', 'delete', 'patch'].flatMap((method) => {
      const operation = at(item, method);
      if (!isObject(operation)) return [];
      const pointer = child(child('#/paths', path), method);
      return [operationOf(root, path, method, operation, pointer, item)];
    }),
  );
  return { root, version, operations };
}

function operationOf(
  root: Schema,
  path: string,
  method: string,
  operation: Schema,
  pointer: string,
  item: unknown,
): DescribedOperation {
  const own = parametersOf(root, operation, `${pointer}/parameters`);
  const shared = parametersOf(root, item, `${child('#/paths', path)}/parameters`);
  const all = [...new Map([...shared, ...own].map((each) => [`${each.in} ${each.name}`, each])).values()];
  const ofBody = all.find((each) => each.in === 'body');
  return {
    cloudId: `api::${method}::${path}`,
    path,
    parameters: all.filter((each) => ['path', 'query', 'header'].includes(each.in)),
    body:
      ofBody === undefined
        ? bodyOf(root, operation, pointer)
        : { mediaType: 'application/json', schema: ofBody.schema, pointer: ofBody.pointer },
  };
}

function parametersOf(root: Schema, holder: unknown, pointer: string): DescribedParameter[] {
  const listed = at(holder, 'parameters');
  return (Array.isArray(listed) ? listed : []).flatMap((each, index) => {
    const { value, pointer: own } = resolved(root, each, `${pointer}/${index}`);
    if (value.content !== undefined) return [];
    const schema = isObject(value.schema) ? value.schema : value;
    const isQuery = value.in === 'query';
    const style = String(value.style ?? (isQuery ? 'form' : 'simple'));
    const isMulti = value.schema === undefined ? value.collectionFormat === 'multi' : style === 'form';
    const isNamed = value.schema !== undefined;
    return [
      {
        name: String(value.name),
        in: String(value.in),
        style,
        explode: typeof value.explode === 'boolean' ? value.explode : isMulti,
        schema,
        pointer: isNamed ? `${own}/schema` : own,
      },
    ];
  });
}

function bodyOf(root: Schema, operation: Schema, pointer: string): DescribedOperation['body'] {
  const { value, pointer: own } = resolved(root, operation.requestBody, `${pointer}/requestBody`);
  const content = isObject(value.content) ? value.content : {};
  for (const mediaType of ['application/json', 'application/x-www-form-urlencoded']) {
    const media = content[mediaType];
    const schema = at(media, 'schema');
    if (isObject(schema)) {
      return { mediaType, schema, pointer: `${child(`${own}/content`, mediaType)}/schema` };
    }
  }
  return null;
}
