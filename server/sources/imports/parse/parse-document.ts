import { YAMLException } from 'js-yaml';
import { isNode, type Node } from './node';
import { parseWrittenJson } from './parse-json';
import { parseYaml } from './parse-yaml';
import { UnreadableDocument } from './unreadable-document';

const deepest = 1_000;

/** Parses a description as `parseFile` does; it is an object. */
export function parseDocument(text: string): Node {
  const document = parseFile(text);
  if (!isNode(document))
    throw new UnreadableDocument("The file doesn't contain an object, so it is not an API description.");
  return document;
}

/**
 * Parses JSON or YAML to plain values, which keep the text of their numbers (`writtenAt`). Aliases stay references to the
 * same value, so an alias bomb takes no memory; code that walks the document must limit the walk. Throws
 * `UnreadableDocument`.
 */
export function parseFile(text: string): unknown {
  const document = parsed(text.replace(/^\uFEFF/, ''));
  if (typeof document === 'object' && document !== null && isDeeperThan(document, deepest)) {
    throw new UnreadableDocument(
      `The file is nested more than ${deepest} levels deep, so it is not an API description.`,
    );
  }
  return document;
}

function parsed(text: string): unknown {
  if (/^\s*[{[]/.test(text)) {
    try {
      return parseWrittenJson(text);
    } catch (error) {
      // Text that begins like JSON may still be YAML in flow style; if it is neither, the JSON error is more useful.
      if (text.length > 1_000_000)
        throw new UnreadableDocument(`The file is not valid JSON: ${messageOf(error)}`);
    }
  }
  try {
    return parseYaml(text);
  } catch (error) {
    if (error instanceof YAMLException) {
      const line = error.mark === undefined ? '' : ` (line ${error.mark.line + 1})`;
      throw new UnreadableDocument(`The file is neither valid JSON nor YAML: ${error.reason}${line}.`);
    }
    if (error instanceof RangeError)
      throw new UnreadableDocument('The file is nested too deeply to be read.');
    throw error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Goes level by level, and visits each value once: no stack can overflow, and no alias is followed twice. */
function isDeeperThan(root: object, most: number): boolean {
  const seen = new Set<object>([root]);
  let level: object[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > most) return true;
    const next: object[] = [];
    for (const value of level) {
      for (const inner of Object.values(value)) {
        if (typeof inner !== 'object' || inner === null || seen.has(inner)) continue;
        seen.add(inner);
        next.push(inner);
      }
    }
    level = next;
  }
  return false;
}
