import { type DescriptionFiles, listed } from '@/server/sources/imports/parse/description-files';
import { shownName } from '@/server/sources/imports/parse/file-names';
import { isNode, type Node, nodeAt, proseAt, textAt } from '@/server/sources/imports/parse/node';
import { parseDocument } from '@/server/sources/imports/parse/parse-document';
import { UnreadableDocument } from '@/server/sources/imports/parse/unreadable-document';
import { withDistinctNames } from '../distinct-names';
import { type ImportedDocument, type ImportNote, mostOperations, UnreadableOperation } from '../imported';
import { boundedNotes } from '../notes';
import { type CommandMethod, methods, type OperationContext, readOperation } from './read-operation';
import { MissingReference, References } from './references';
import { placeOf } from './schema-notes';
import { authOf, schemesOf, securityNotes, securityOf } from './security';
import { serverOf, swaggerServerOf } from './servers';
import { wholeRoot } from './whole-root';

/** Methods of a description that can't become commands. */
const otherMethods = ['head', 'options', 'trace', 'query'];

interface FoundOperation {
  method: CommandMethod;
  path: string;
  pathItem: Node;
  operation: Node;
}

/** Reads an OpenAPI description 2.0, 3.0, or 3.1. Throws `UnreadableDocument` if it isn't one. */
export async function importOpenapi(text: string): Promise<ImportedDocument> {
  return readOpenapi(parseDocument(text));
}

/**
 * Reads a parsed OpenAPI description without changing it.
 *
 * @param files what it may refer to, if it is in several files
 * @throws `UnreadableDocument` as `importOpenapi` does, and if a command would need a file that isn't there
 */
export function readOpenapi(written: Node, files: DescriptionFiles | null = null): ImportedDocument {
  const isSwagger = isSwaggerDocument(written);
  const references = new References(written, files);
  const root = wholeRoot(written, references);
  const notes: ImportNote[] = references.takeNotes().map((message) => ({ where: null, message }));
  const { found, ignoredMethods, skipped } = findOperations(root, references, notes);
  if (found.length > mostOperations) {
    throw new UnreadableDocument(
      `The description has ${found.length} operations; ${mostOperations} at most can be imported. Split it.`,
    );
  }
  const server = isSwagger ? swaggerServerOf(root) : (serverOf(root) ?? { written: '', baseUrl: null });
  const schemes = schemesOf(
    root,
    found.map(({ operation }) => operation),
    references,
  );
  const surroundings: OperationContext = { root, isSwagger, references, schemes, baseUrl: server.baseUrl };
  const operations = found.flatMap(({ method, path, pathItem, operation }) => {
    try {
      return readOperation(method, path, pathItem, operation, surroundings);
    } catch (error) {
      if (!(error instanceof UnreadableOperation)) throw error;
      skipped.push({ operation: `${method.toUpperCase()} ${path}`, reason: error.message });
      return [];
    } finally {
      const where = placeOf(['paths', path, method]);
      notes.push(...references.takeNotes().map((message) => ({ where, message })));
    }
  });
  refuseMissingFiles([...references.missingFiles], files !== null);
  return {
    title: proseAt(nodeAt(root, 'info'), 'title', 200) ?? 'API',
    server: server.written.slice(0, 500),
    baseUrl: server.baseUrl,
    auth: authOf(schemes),
    operations: withDistinctNames(operations),
    skipped,
    ignoredMethods,
    notes: boundedNotes([
      ...otherDescriptions(files),
      ...emptinessNotes(root, found.length + ignoredMethods.length + skipped.length),
      ...securityNotes(
        root,
        found.map(({ operation }) => securityOf(root, operation, schemes)),
        schemes,
      ),
      ...notes,
    ]),
  };
}

/** True for 2.0. Throws if the document is not a description, or has a version that can't be read. */
function isSwaggerDocument(root: Node): boolean {
  const swagger = textAt(root, 'swagger') ?? '';
  const openapi = textAt(root, 'openapi') ?? '';
  if (/^2(\.0)?$/.test(swagger)) return true;
  if (/^3\.[01](\.|$)/.test(openapi)) return false;
  if (openapi !== '' || swagger !== '') {
    const version = (openapi || swagger).slice(0, 20);
    throw new UnreadableDocument(
      `The description has version ${version}, but only 2.0, 3.0, and 3.1 can be read. Most tools can save it as 3.1.`,
    );
  }
  if (isNode(root.info) && Array.isArray(root.item)) {
    throw new UnreadableDocument('This is a Postman collection. Upload it as one.');
  }
  throw new UnreadableDocument(
    'The file is not an OpenAPI description: it has neither "openapi" nor "swagger".',
  );
}

/** Otherwise an empty import would look like a successful one. */
function emptinessNotes(root: Node, operations: number): ImportNote[] {
  if (operations > 0) return [];
  const hasPaths = Object.keys(nodeAt(root, 'paths')).length > 0;
  const hasWebhooks = Object.keys(nodeAt(root, 'webhooks')).length > 0;
  const what = hasPaths ? 'Its paths have no operations' : 'The description has no paths';
  const webhooks = hasWebhooks ? ' Its webhooks are calls that the API makes itself.' : '';
  return [{ where: null, message: `${what}, so there is nothing to add.${webhooks}` }];
}

/** Of several descriptions in a zip file, the one nearest to its top is read. */
function otherDescriptions(files: DescriptionFiles | null): ImportNote[] {
  if (files === null || files.others.length === 0) return [];
  const message = `Only ${shownName(files.rootName)} and the files that it refers to were read. There are other descriptions: ${listed(files.others)}.`;
  return [{ where: null, message }];
}

/** Without its other files, commands of a description would have no inputs. */
function refuseMissingFiles(missing: readonly string[], hasFiles: boolean): void {
  if (missing.length === 0) return;
  const bundle = 'for example with "npx @redocly/cli bundle openapi.yaml -o bundled.yaml"';
  if (hasFiles) {
    const isElsewhere = missing.some((name) => /^([/\\]|\.\.|[a-z][a-z0-9+.-]*:)/i.test(name));
    const advice = isElsewhere
      ? `Nothing is read from elsewhere: bundle it into one file, ${bundle}.`
      : 'Upload all of its files again, with what is missing.';
    const what = missing.length === 1 ? 'a file that is' : `${missing.length} files that are`;
    throw new UnreadableDocument(
      `The description refers to ${what} not there: ${listed(missing)}. ${advice}`,
    );
  }
  const parts = missing.length === 1 ? 'a file that is' : `${missing.length} files that are`;
  throw new UnreadableDocument(
    `The description refers to ${parts} not part of it: ${listed(missing)}. Upload its folder or a zip file of it, or bundle it into one file, ${bundle}.`,
  );
}

/** @param notes gets what is to be known about paths as a whole */
function findOperations(root: Node, references: References, notes: ImportNote[]) {
  const found: FoundOperation[] = [];
  const ignoredMethods: string[] = [];
  const skipped: ImportedDocument['skipped'] = [];
  for (const [path, value] of Object.entries(nodeAt(root, 'paths'))) {
    if (path.startsWith('x-') || !isNode(value)) continue;
    let pathItem: Node;
    try {
      pathItem = references.withOwn(references.resolvePath(value), methods);
    } catch (error) {
      if (!(error instanceof UnreadableOperation)) throw error;
      if (error instanceof MissingReference && error.file !== null) references.missingFiles.add(error.file);
      skipped.push({ operation: path, reason: error.message });
      continue;
    }
    const where = placeOf(['paths', path]);
    notes.push(...references.takeNotes().map((message) => ({ where, message })));
    for (const [key, operation] of Object.entries(pathItem)) {
      const method = methods.find((each) => each === key);
      if (method !== undefined && isNode(operation)) found.push({ method, path, pathItem, operation });
      else if (otherMethods.includes(key)) ignoredMethods.push(`${key.toUpperCase()} ${path}`);
    }
  }
  return { found, ignoredMethods, skipped };
}
