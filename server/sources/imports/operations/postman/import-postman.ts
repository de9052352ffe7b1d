import { createRequire } from 'node:module';
import type postman from 'postman-collection';
import { clientHeaders } from '@/server/connectors/_shared/http/call-headers';
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
} from '@/server/sources/imports/parse/node';
import { parseDocument } from '@/server/sources/imports/parse/parse-document';
import { UnreadableDocument } from '@/server/sources/imports/parse/unreadable-document';
import { withDistinctNames } from '../distinct-names';
import { type ImportedDocument, type ImportedOperation, type ImportNote, mostOperations } from '../imported';
import { boundedNotes } from '../notes';
import { methods } from '../openapi/read-operation';
import { suppliedKey } from '../openapi/security';
import { addressOf } from '../openapi/servers';
import { generatedNames, variableParameters } from './body-variables';
import { type ReadAuth, readAuth } from './read-auth';
import { readPostmanBody } from './read-body';
import { type ReadUrl, readUrl, textParameter, unique } from './read-url';
import { SignIn, signInNotes } from './sign-in';
import { hasVariable, Variables } from './variables';

/** A request of the collection, with its folders. */
interface FoundRequest {
  name: string;
  folders: string[];
  id: string | null;
  method: string;
  request: Node;
  url: ReadUrl;
  auth: ReadAuth;
  hasOwnHeader: boolean;
  /** Whether its body is sent: Postman leaves out that of a GET, unless it is told to send it. */
  sendsBody: boolean;
  /** Its name in lists: `GET One request`. */
  shown: string;
}

/** The context that a request is read in. */
interface ReadContext {
  server: string;
  variables: Variables;
  signIn: SignIn;
  /** The ids that requests have so far. */
  taken: Set<string>;
  notes: ImportNote[];
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
  const signIn = new SignIn(found);
  const result: ImportedDocument = {
    title: proseAt(nodeAt(root, 'info'), 'name', 200) ?? 'Postman collection',
    server: server.slice(0, 500),
    baseUrl,
    auth: signIn.connection(),
    operations: [],
    skipped: [],
    ignoredMethods: [],
    notes: [],
  };
  const taken = new Set<string>();
  for (const each of found) {
    const { shown } = each;
    const reason = reasonToSkip(each, server);
    if (!methods.some((method) => method === each.method)) result.ignoredMethods.push(shown);
    else if (reason !== null) result.skipped.push({ operation: shown, reason });
    else result.operations.push(operationOf(each, { server, variables, signIn, taken, notes: result.notes }));
  }
  return {
    ...result,
    operations: withDistinctNames(result.operations),
    notes: boundedNotes([...signInNotes(found), ...result.notes]),
  };
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
  // Postman's own API wraps a collection in another object.
  if (!Array.isArray(root.item)) {
    throw new UnreadableDocument(
      isNode(root.collection)
        ? 'The collection is wrapped in another object. Export it from Postman, and upload that.'
        : 'The file is not a Postman collection: it has no list of requests ("item").',
    );
  }
}

/** Loads the library. Each description is read in its own process, and OpenAPI takes a quarter less time without it. */
const loadLibrary = (): typeof postman => createRequire(import.meta.url)('postman-collection');

function findRequests(root: Node, variables: Variables): FoundRequest[] {
  const { Collection } = loadLibrary();
  const collection = new Collection(JSON.parse(JSON.stringify(root), withTextOfUrl));
  const found: FoundRequest[] = [];
  collection.forEachItem((item: postman.Item) => {
    if (item.request === undefined) return;
    const request: unknown = item.request.toJSON();
    const url: unknown = item.request.url.toJSON();
    const auth: unknown = item.getAuth()?.toJSON();
    const read = readAuth(isNode(auth) ? auth : {}, variables);
    const name = (item.name ?? '').trim() || 'Request';
    const method = String(item.request.method ?? 'GET').toLowerCase();
    found.push({
      name,
      folders: foldersOf(item),
      id: typeof item.id === 'string' ? item.id : null,
      method,
      request: isNode(request) ? request : {},
      url: readUrl(isNode(url) ? url : {}, variables),
      auth: read,
      hasOwnHeader: read.kind !== 'known' && isNode(request) && carriesAuthorization(request),
      sendsBody: !withoutBody.has(method) || isSetToSendBody(item),
      shown: `${method.toUpperCase()} ${name}`.replaceAll('\0', ''),
    });
  });
  return found;
}

const UNSENT_BODY =
  'Has a body, which Postman does not send with this method unless its settings say so. It is left out.';
const withoutBody = new Set(['get', 'head', 'copy', 'purge', 'unlock']);

/** The setting of the request or of the nearest folder that has one. */
function isSetToSendBody(item: postman.Item): boolean {
  // The library's types lack this method.
  const resolve = 'getProtocolProfileBehaviorResolved' in item && item.getProtocolProfileBehaviorResolved;
  const settings: unknown = typeof resolve === 'function' ? resolve.call(item) : null;
  return isNode(settings) && settings.disableBodyPruning === true;
}

/** If an address is only text, the library parses it from there. */
const withTextOfUrl = (key: string, value: unknown): unknown =>
  key === 'url' && isNode(value) && value.host === undefined && value.path === undefined
    ? (textAt(value, 'raw') ?? value)
    : value;

const carriesAuthorization = (request: Node): boolean =>
  listAt(request, 'header').some(
    (each) => isNode(each) && /^authorization$/i.test(textAt(each, 'key') ?? '') && each.disabled !== true,
  );

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
    : `Its address "${url.base.slice(0, 100)}" can't be called.`;
}

function operationOf(
  found: FoundRequest,
  { server, variables, signIn, taken, notes }: ReadContext,
): ImportedOperation {
  const { name, folders, method, request, url, shown, sendsBody } = found;
  const headers = listAt(request, 'header').filter(isNode);
  const contentType = headers.find(
    (each) => /^content-type$/i.test(textAt(each, 'key') ?? '') && each.disabled !== true,
  );
  const own = headers.filter((each) => !isSetByClient((textAt(each, 'key') ?? '').trim().toLowerCase()));
  const written = signIn.writes(found);
  const declared = [
    ...url.parameters,
    ...unique(own.flatMap((each) => textParameter(withoutSecret(each), 'header', variables) ?? [])),
  ].filter(({ parameter }) => suppliedKey(parameter.in, parameter.name) !== written);
  const declaredType = contentType === undefined ? '' : (textAt(contentType, 'value') ?? '');
  const type = variables.fillWhole(declaredType)?.trim() || null;
  const ownBody = readPostmanBody(nodeAt(request, 'body'), type, variables);
  const body = sendsBody ? ownBody : null;
  if (ownBody !== null && body === null) notes.push({ where: shown, message: UNSENT_BODY });
  if (declaredType.trim() !== '' && type === null)
    notes.push({
      where: shown,
      message: `Its Content-Type "${declaredType}" is a variable without a value, and isn't sent.`,
    });
  if (body?.difference !== undefined) notes.push({ where: shown, message: body.difference });
  const inputs = [...declared.map(({ input }) => input), ...(body?.inputs ?? [])];
  const generated = generatedNames(declared.map(({ input }) => input));
  const parameters = [...declared, ...variableParameters(inputs, body?.bareVariables ?? new Set())];
  notes.push(...[...url.notes, ...repeatedHeaders(own)].map((message) => ({ where: shown, message })));
  const executable: RestExecutable = {
    method: methods.find((each) => each === method) ?? 'get',
    baseUrl: url.base === server ? null : addressOf(url.base),
    path: url.path,
    ...(url.fixedQuery === null ? {} : { fixedQuery: url.fixedQuery }),
    ...(generated.length === 0 ? {} : { generated }),
    // With a body, its type is the body's.
    ...(body === null && type !== null ? { fixedHeaders: [['Content-Type', type]] } : {}),
    parameters: parameters.map(({ parameter }) => parameter),
    body: body?.body ?? null,
    accept: '*/*',
    ...signIn.of(found),
  };
  const address = `${url.base === server ? '' : url.base}${url.path}`.slice(0, 2000);
  const path = [...folders, name].join(' / ').replaceAll('\0', '').slice(0, 400);
  const plainId = `api::${method}::${address}`.replaceAll('\0', '');
  // Several requests may share an address, and differ in what they send.
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

/** Of a header that is sent twice, the first one counts. */
function repeatedHeaders(headers: readonly Node[]): string[] {
  const names = headers
    .filter((each) => each.disabled !== true)
    .map((each) => (textAt(each, 'key') ?? '').trim().toLowerCase());
  const repeated = new Set(names.filter((name, at) => name !== '' && names.indexOf(name) !== at));
  return [...repeated].map(
    (name) => `Has the header "${name.slice(0, 100)}" more than once: only the first is sent.`,
  );
}

/** Headers that the client sets, or that follow from the body's type: setting them would have no effect. */
const isSetByClient = (name: string): boolean => name === 'content-type' || clientHeaders.has(name);

/** Credentials saved in a collection never become a default. */
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
