import SwaggerParser from '@apidevtools/swagger-parser';
import type { DescriptionFiles } from '@/server/sources/imports/parse/description-files';
import { isNode, type Node, nodeAt, textAt, valueAt } from '@/server/sources/imports/parse/node';
import { type ImportNote, UnreadableOperation } from '../imported';
import { parametersOf } from './parameters';
import { methods } from './read-operation';
import { References } from './references';
import { placeOf, schemaNotes } from './schema-notes';
import { wholeRoot } from './whole-root';

/**
 * Returns what is invalid in a description of version 2.0, 3.0, or 3.1; nothing for other versions. An invalid
 * description can still be used, so this never throws for one. Of its other files, only what its paths need is checked. Takes seconds, and memory, for a large one.
 */
export async function checkOpenapi(
  written: Node,
  files: DescriptionFiles | null = null,
): Promise<ImportNote[]> {
  const references = new References(written, files);
  const root = wholeRoot(written, references);
  const document = checkable(root);
  if (document === null) return [];
  const own = operationNotes(root, references);
  try {
    await SwaggerParser.validate(document, {
      resolve: { external: false },
      // A `$ref` is valid as written. If it were resolved, its target would be checked and reported once for each use.
      dereference: { circular: 'ignore', excludedPathMatcher: () => true },
      // This check stops at its first finding, and takes a `$ref` to a parameter for a missing parameter.
      validate: { spec: false },
    });
    return own;
  } catch (error) {
    return [...schemaNotes(error), ...own];
  }
}

/** A description in the type that the library expects. */
type Document = SwaggerParser['api'];

/** The only parts of a document that the library needs, apart from its references. */
const isDocument = (document: object): document is Document => 'paths' in document;

/** A copy that the library accepts as the latest patch of its version; null for a version that isn't checked. */
function checkable(root: Node): Document | null {
  const [swagger, openapi] = [valueAt(root, 'swagger'), valueAt(root, 'openapi')];
  const version = swagger === undefined ? { openapi: latestPatch(openapi) } : {};
  if (version.openapi === null) return null;
  const document = { ...root, ...version, paths: nodeAt(root, 'paths') };
  return isDocument(document) ? document : null;
}

/** A number stays one, which is a finding in itself. */
function latestPatch(version: unknown): unknown {
  if (/^3\.0(\.|$)/.test(String(version))) return typeof version === 'number' ? version : '3.0.4';
  if (/^3\.1(\.|$)/.test(String(version))) return typeof version === 'number' ? version : '3.1.2';
  return version === 3 ? version : null;
}

/** Errors that the specification's schemas can't express: duplicate ids, and path parameters without a declaration. */
function operationNotes(root: Node, references: References): ImportNote[] {
  const notes: ImportNote[] = [];
  const idAt = new Map<string, string>();
  for (const [path, written] of Object.entries(nodeAt(root, 'paths'))) {
    if (path.startsWith('x-') || !isNode(written)) continue;
    const value = openedPath(written, references);
    for (const method of methods) {
      const operation = nodeAt(value, method);
      if (Object.keys(operation).length === 0) continue;
      const where = placeOf(['paths', path, method]);
      const id = textAt(operation, 'operationId');
      const first = id === null ? undefined : idAt.get(id);
      if (first !== undefined)
        notes.push({ where, message: `Has the operationId "${id}", as has ${first}.` });
      else if (id !== null) idAt.set(id, where);
      for (const name of undeclared(path, value, operation, references)) {
        notes.push({ where, message: `Has {${name}} in its path, but no path parameter with that name.` });
      }
    }
  }
  return notes;
}

/** A path with its operations; those that can't be imported are listed elsewhere. */
function openedPath(written: Node, references: References): Node {
  try {
    return references.withOwn(references.resolvePath(written), methods);
  } catch (error) {
    if (error instanceof UnreadableOperation) return {};
    throw error;
  }
}

function undeclared(path: string, pathItem: Node, operation: Node, references: References): string[] {
  try {
    const declared = new Set(
      parametersOf(pathItem, operation, references)
        .filter((each) => textAt(each, 'in') === 'path')
        .map((each) => textAt(each, 'name')),
    );
    const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
    return [...new Set(names)].filter((name) => !declared.has(name));
  } catch (error) {
    // An unresolvable reference in it is listed with the operations that can't be imported.
    if (error instanceof UnreadableOperation) return [];
    throw error;
  }
}
