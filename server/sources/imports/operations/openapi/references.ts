import SwaggerParser from '@apidevtools/swagger-parser';
import { isNode, type Node, nodeAt } from '@/server/sources/imports/parse/node';
import { UnreadableOperation } from '../imported';

/** A description in the type that the library expects. */
export type Document = SwaggerParser['api'];

/** Resolves `$ref`s within one document on demand: a document may be circular, and is never expanded as a whole. */
export class References {
  /** Merged schemas; see `flatSchema`. */
  readonly flat = new Map<Node, Node>();
  private readonly found = new Map<string, unknown>();

  private constructor(private readonly refs: SwaggerParser['$refs']) {}

  static async of(root: Node): Promise<References> {
    return new References(await SwaggerParser.resolve(withPlainHead(root), { resolve: { external: false } }));
  }

  /**
   * Resolves a value. Siblings of a `$ref` override its target, as in 3.1. Throws `UnreadableOperation` for a reference
   * that doesn't resolve, is circular, or leads out of the document.
   */
  resolve(value: unknown): Node {
    if (!isNode(value) || typeof value.$ref !== 'string') return isNode(value) ? value : {};
    const { $ref: reference, ...siblings } = value;
    const target = this.target(value);
    if (!isNode(target)) return siblings;
    if (typeof target.$ref === 'string') throw inCircles(reference);
    return Object.keys(siblings).length === 0 ? target : { ...target, ...siblings };
  }

  /** The target of a `$ref`, which identifies a schema that is met again. */
  target(value: unknown): unknown {
    if (!isNode(value) || typeof value.$ref !== 'string') return value;
    const reference = value.$ref;
    if (!this.found.has(reference)) this.found.set(reference, this.at(reference));
    return this.found.get(reference);
  }

  private at(reference: string): unknown {
    if (!reference.startsWith('#')) {
      throw new UnreadableOperation(
        `It refers to "${shortened(reference)}", which is outside the file and not followed. Bundle the description into one file.`,
      );
    }
    let target: unknown;
    try {
      target = this.refs.get(reference);
    } catch (error) {
      // References that lead to each other endlessly.
      if (error instanceof RangeError) throw inCircles(reference);
      throw nowhere(reference);
    }
    if (isInherited(target)) throw nowhere(reference);
    return target;
  }
}

/**
 * The document under a head that the library accepts, whatever its real version. It pretends to be 3.0, so that no `$id`
 * changes where a reference leads.
 */
function withPlainHead(root: Node): Document {
  const document = {
    ...root,
    ...{ $id: undefined, swagger: undefined, openapi: '3.0.4', info: {}, paths: nodeAt(root, 'paths') },
  };
  if (!isDocument(document)) throw new TypeError('A description without paths');
  return document;
}

/** The only parts of a document that the library needs, apart from its references. */
export function isDocument(document: object): document is Document {
  return 'paths' in document;
}

/** Inherited properties of every object, such as `constructor`, are not in the file. */
function isInherited(value: unknown): boolean {
  return (
    typeof value === 'function' ||
    [Object, Array, String, Number, Boolean].some(({ prototype }) => prototype === value)
  );
}

const shortened = (reference: string): string =>
  reference.length > 100 ? `${reference.slice(0, 100)}…` : reference;

function inCircles(reference: string): UnreadableOperation {
  return new UnreadableOperation(`Its $ref "${shortened(reference)}" is circular.`);
}

function nowhere(reference: string): UnreadableOperation {
  return new UnreadableOperation(`It refers to "${shortened(reference)}", which is not in the file.`);
}
