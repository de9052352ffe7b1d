import postman from 'postman-collection';
import type { RestExecutable } from '@/server/connectors/rest/executable';
import {
  isNode,
  listAt,
  type Node,
  nodeAt,
  plainJson,
  proseAt,
  storable,
  textAt,
} from '@/server/imports/parse/node';
import { parseDocument } from '@/server/imports/parse/parse-document';
import { withDistinctNames } from '../distinct-names';
import {
  type ImportedAuth,
  type ImportedDocument,
  type ImportedOperation,
  mostOperations,
  UnreadableDocument,
} from '../imported';
import { methods } from '../openapi/read-operation';
import { addressOf } from '../openapi/servers';
import { type ReadAuth, readAuth } from './read-auth';
import { readPostmanBody } from './read-body';
import { type ReadUrl, readUrl, textParameter, unique } from './read-url';
import { hasVariable, Variables } from './variables';

/** A request of the collection, with the folders it stands in. */
interface FoundRequest {
  name: string;
  folders: string[];
  id: string | null;
  method: string;
  request: Node;
  url: ReadUrl;
  auth: ReadAuth;
}

/** Reads a Postman collection 2.0 or 2.1. Throws `UnreadableDocument` if it isn't one. */
export function importPostman(text: string): ImportedDocument {
  return readPostman(parseDocument(text));
}

/** Reads a parsed Postman collection. Throws as `importPostman` does. */
export function readPostman(root: Node): ImportedDocument {
  refuseOthers(root);
  const variables = new Variables(root);
  const found = findRequests(root, variables);
  if (found.length > mostOperations) {
    throw new UnreadableDocument(
      `The collection has ${found.length} requests; ${mostOperations} at most can be imported. Split it.`,
    );
  }
  const server = mostCommon(found.map(({ url }) => url.base).filter((base) => base !== '')) ?? '';
  const baseUrl = addressOf(server);
  const auths = found.flatMap(({ auth }) => (auth.kind === 'known' ? [JSON.stringify(auth.auth)] : []));
  const auth: ImportedAuth = JSON.parse(mostCommon(auths) ?? '{}');
  const result: ImportedDocument = {
    title: proseAt(nodeAt(root, 'info'), 'name', 200) ?? 'Postman collection',
    server: server.slice(0, 500),
    baseUrl,
    auth,
    operations: [],
    skipped: [],
    ignoredMethods: [],
    notes: [],
  };
  const taken = new Set<string>();
  for (const each of found) {
    const shown = `${each.method.toUpperCase()} ${each.name}`.replaceAll('\0', '');
    const reason = reasonToSkip(each, server);
    if (!methods.some((method) => method === each.method)) result.ignoredMethods.push(shown);
    else if (reason !== null) result.skipped.push({ operation: shown, reason });
    else result.operations.push(operationOf(each, server, variables, taken));
  }
  return { ...result, operations: withDistinctNames(result.operations) };
}

function refuseOthers(root: Node): void {
  if (Array.isArray(root.requests) && root.item === undefined) {
    throw new UnreadableDocument(
      'This is a collection of version 1, which Postman itself no longer writes. Import it into Postman, export it as Collection v2.1, and upload that.',
    );
  }
  if (root.openapi !== undefined || root.swagger !== undefined) {
    throw new UnreadableDocument('This is an OpenAPI description. Upload it as one.');
  }
  // Postman's own API wraps a collection once more.
  if (!isNode(root.info) || !Array.isArray(root.item)) {
    throw new UnreadableDocument(
      isNode(root.collection)
        ? 'The collection is wrapped in another object. Export it from Postman, and upload that.'
        : 'The file is no Postman collection: it has no "info" and "item".',
    );
  }
}

function findRequests(root: Node, variables: Variables): FoundRequest[] {
  const collection = new postman.Collection(JSON.parse(JSON.stringify(root)));
  const found: FoundRequest[] = [];
  collection.forEachItem((item: postman.Item) => {
    if (item.request === undefined) return;
    const request: unknown = item.request.toJSON();
    const url: unknown = item.request.url.toJSON();
    const auth: unknown = item.getAuth()?.toJSON();
    found.push({
      name: (item.name ?? '').trim() || 'Request',
      folders: foldersOf(item),
      id: typeof item.id === 'string' ? item.id : null,
      method: String(item.request.method ?? 'GET').toLowerCase(),
      request: isNode(request) ? request : {},
      url: readUrl(isNode(url) ? url : {}, variables),
      auth: readAuth(isNode(auth) ? auth : {}, variables),
    });
  });
  return found;
}

function foldersOf(item: postman.Item): string[] {
  const names: string[] = [];
  item.forEachParent(
    { withRoot: false },
    (parent: { name?: string }) => void names.unshift(parent.name ?? ''),
  );
  return names;
}

function reasonToSkip({ url }: FoundRequest, server: string): string | null {
  if (url.base === server || addressOf(url.base) !== null) return null;
  if (url.base === '') return 'It has no address.';
  return hasVariable(url.base)
    ? `Its host ${url.base} is a variable without a value in the collection. Give it one in Postman, and export again.`
    : `Its address "${url.base.slice(0, 100)}" cannot be called.`;
}

function operationOf(
  found: FoundRequest,
  server: string,
  variables: Variables,
  taken: Set<string>,
): ImportedOperation {
  const { name, folders, method, request, url, auth } = found;
  const headers = listAt(request, 'header').filter(isNode);
  const contentType = headers.find(
    (each) => /^content-type$/i.test(textAt(each, 'key') ?? '') && each.disabled !== true,
  );
  const own = headers.filter(
    (each) => !/^(content-type|content-length|host)$/i.test(textAt(each, 'key') ?? ''),
  );
  const parameters = [
    ...url.parameters,
    ...unique(own.flatMap((each) => textParameter(withoutSecret(each), 'header', variables) ?? [])),
  ];
  const type = variables.fillWhole(contentType === undefined ? '' : (textAt(contentType, 'value') ?? ''));
  const body = readPostmanBody(nodeAt(request, 'body'), type || null, variables);
  const executable: RestExecutable = {
    method: methods.find((each) => each === method) ?? 'get',
    baseUrl: url.base === server ? null : addressOf(url.base),
    path: url.path,
    parameters: parameters.map(({ parameter }) => parameter),
    body: body?.body ?? null,
    accept: '*/*',
    sendsAuth: auth.kind !== 'none',
  };
  const address = `${url.base === server ? '' : url.base}${url.path}`.slice(0, 2000);
  const path = [...folders, name].join(' / ').replaceAll('\0', '').slice(0, 400);
  const plainId = `api::${method}::${address}`.replaceAll('\0', '');
  // One address may stand for several requests, which differ by what they send.
  let cloudId = taken.has(plainId) ? `${plainId}::${path}` : plainId;
  for (let count = 2; taken.has(cloudId); count += 1) cloudId = `${plainId}::${path} (${count})`;
  taken.add(cloudId);
  return storable<ImportedOperation>({
    cloudId,
    cloudName: `${method.toUpperCase()} ${address || '/'}`.replaceAll('\0', ''),
    friendlyName: name.replaceAll('\0', '').slice(0, 120),
    description: descriptionOf(request),
    likeness: [path],
    inputs: [...parameters.map(({ input }) => input), ...(body?.inputs ?? [])],
    executable: plainJson(executable),
    traits: folders.length === 0 ? [] : [folders.join(' / ').replaceAll('\0', '').slice(0, 200)],
    folder: folders.join(' / ').replaceAll('\0', '').slice(0, 100).trim() || null,
  });
}

/** What somebody signed in with once is nobody's default. */
function withoutSecret(header: Node): Node {
  return /^(authorization|cookie|proxy-authorization)$|key|token|secret/i.test(textAt(header, 'key') ?? '')
    ? { ...header, value: '' }
    : header;
}

function descriptionOf(request: Node): string | null {
  return proseAt(request, 'description') ?? proseAt(nodeAt(request, 'description'), 'content');
}

function mostCommon(texts: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
