import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import { UnreadableDocument } from '../operations/imported';
import { isNode, type Node } from './node';

const deepest = 1_000;

/**
 * JSON or YAML, read to plain values. Aliases stay references to the same value, so a bomb of them takes no
 * room; whoever walks the document bounds the walk. Throws `UnreadableDocument`.
 */
export function parseDocument(text: string): Node {
  const document = parsed(text.replace(/^\uFEFF/, ''));
  if (!isNode(document))
    throw new UnreadableDocument('The file holds no object, so it is no API description.');
  if (isDeeperThan(document, deepest)) {
    throw new UnreadableDocument(
      `The file is nested more than ${deepest} levels deep, which no API description is.`,
    );
  }
  return document;
}

function parsed(text: string): unknown {
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text);
    } catch (error) {
      // What begins like JSON may still be YAML in its flow style; its own error says more where it is neither.
      if (text.length > 1_000_000)
        throw new UnreadableDocument(`The file is no valid JSON: ${messageOf(error)}`);
    }
  }
  try {
    return load(text, { schema: CORE_SCHEMA });
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

/** Goes level by level, each value once: no stack can run out, and no alias is followed twice. */
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
