import type { RestExecutable, RestParameter } from '@/server/connectors/rest/executable';
import {
  isNode,
  listAt,
  type Node,
  nodeAt,
  plainJson,
  proseAt,
  storable,
  valueAt,
} from '@/server/sources/imports/parse/node';
import { textOfScalar } from '@/server/sources/imports/parse/written';
import type { ImportedOperation } from '../imported';
import { bodySourceOf, readBody } from './body';
import { parametersOf, readParameter } from './parameters';
import { splitPath } from './paths';
import { MissingReference, type References } from './references';
import { type Schemes, securityOf, suppliedBy, suppliedKey } from './security';
import { serverOf } from './servers';
import { mediaTypes, swaggerBodySource } from './swagger-body';

export const methods = ['get', 'post', 'put', 'delete', 'patch'] as const;
export type CommandMethod = (typeof methods)[number];

/** The document around an operation. */
export interface OperationContext {
  root: Node;
  isSwagger: boolean;
  references: References;
  schemes: Schemes;
  /** The document's own base URL, which an operation may override. */
  baseUrl: string | null;
}

const longestName = 120;
const longestFolder = 100;
const mostAccepted = 5;

/** Converts an operation to a template. Throws `UnreadableOperation` with the reason if it can't. */
export function readOperation(
  method: CommandMethod,
  written: string,
  pathItem: Node,
  operation: Node,
  { root, isSwagger, references, schemes, baseUrl }: OperationContext,
): ImportedOperation {
  const nodes = parametersOf(pathItem, operation, references);
  const security = securityOf(root, operation, schemes);
  const supplied = suppliedBy(security, schemes);
  const declared = nodes
    .flatMap((node) => readParameter(node, references) ?? [])
    .filter(({ parameter }) => !supplied.has(suppliedKey(parameter.in, parameter.name)));
  const { path, fixedQuery, parameters: further } = splitPath(written, declared);
  const parameters = [
    ...declared.filter(({ parameter }) => hasPlace(parameter, path, references)),
    ...further,
  ];
  const source = isSwagger
    ? swaggerBodySource(nodes, mediaTypes(operation, root, 'consumes'))
    : bodySourceOf(operation, references);
  const body = source === null ? null : readBody(source, references);
  const own = (serverOf(operation) ?? serverOf(pathItem))?.baseUrl ?? null;
  const executable: RestExecutable = {
    method,
    baseUrl: own === baseUrl ? null : own,
    path,
    ...(fixedQuery === null ? {} : { fixedQuery }),
    parameters: parameters.map(({ parameter }) => parameter),
    body: body?.body ?? null,
    accept: acceptOf(operation, root, isSwagger, references),
    ...security,
  };
  const cloudName = `${method.toUpperCase()} ${written}`.replaceAll('\0', '');
  return storable<ImportedOperation>({
    cloudId: `api::${method}::${written}`.replaceAll('\0', ''),
    cloudName,
    friendlyName: nameOf(operation) ?? cloudName,
    description: descriptionOf(operation),
    likeness: likenessOf(operation),
    inputs: [...parameters.map(({ input }) => input), ...(body?.inputs ?? [])],
    executable: plainJson(executable),
    traits: valueAt(operation, 'deprecated') === true ? ['deprecated'] : [],
    folder: folderOf(operation),
  });
}

/** Whether a parameter is sent anywhere: one of a path needs its name in it. */
function hasPlace({ in: place, name }: RestParameter, path: string, references: References): boolean {
  if (place !== 'path' || path.includes(`{${name}}`)) return true;
  references.note(
    `Has the path parameter "${name.slice(0, 100)}", but its path has no {${name.slice(0, 100)}}: it is left out.`,
  );
  return false;
}

/** An operation that moved to another path keeps its id. */
function likenessOf(operation: Node): string[] {
  const id = proseAt(operation, 'operationId', 200);
  return id === null ? [] : [id];
}

/** Its first tag, if that can name a folder. */
function folderOf(operation: Node): string | null {
  const tags = listAt(operation, 'tags');
  return (
    textOfScalar(tags, 0, tags[0] ?? null)
      ?.trim()
      .slice(0, longestFolder)
      .trim() || null
  );
}

/** The name for people: its summary if that is a name, or else its id. */
function nameOf(operation: Node): string | null {
  const summary = proseAt(operation, 'summary', longestName)?.replace(/\s+/g, ' ').replace(/\.$/, '') ?? '';
  if (summary !== '' && summary.length <= longestName) return summary;
  return proseAt(operation, 'operationId', longestName);
}

function descriptionOf(operation: Node): string | null {
  const text = proseAt(operation, 'description');
  return valueAt(operation, 'deprecated') === true ? `**Deprecated.** ${text ?? ''}`.trimEnd() : text;
}

function acceptOf(operation: Node, root: Node, isSwagger: boolean, references: References): string {
  if (isSwagger) return joined(mediaTypes(operation, root, 'produces'));
  const types = Object.entries(nodeAt(operation, 'responses')).flatMap(([status, response]) => {
    if (!/^(2|default)/i.test(status) || !isNode(response)) return [];
    return Object.keys(nodeAt(responseOf(response, references), 'content'));
  });
  return joined(types);
}

/** Only its media types are of interest: one that is missing says nothing. */
function responseOf(response: Node, references: References): Node {
  try {
    return references.resolve(response);
  } catch (error) {
    if (error instanceof MissingReference) return {};
    throw error;
  }
}

function joined(types: readonly string[]): string {
  const good = [...new Set(types)].filter((type) =>
    /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+(;[\x20-\x7e]*)?$/.test(type),
  );
  return good.length === 0 ? '*/*' : good.slice(0, mostAccepted).join(', ');
}
