import SwaggerParser from '@apidevtools/swagger-parser';
import { isNode, type Node, nodeAt } from '@/server/imports/parse/node';
import { UnreadableOperation } from '../imported';

/** A description as the library wants it. */
export type Document = SwaggerParser['api'];

/** Follows `$ref`s within one document, as they are met: a document may be circular, and need not be unfolded. */
export class References {
  /** Schemas that were folded into one; see `flatSchema`. */
  readonly flat = new Map<Node, Node>();
  private readonly found = new Map<string, unknown>();

  private constructor(private readonly refs: SwaggerParser['$refs']) {}

  static async of(root: Node): Promise<References> {
    return new References(await SwaggerParser.resolve(withPlainHead(root), { resolve: { external: false } }));
  }

  /**
   * What a value stands for. Siblings of a `$ref` count as in 3.1: they lie over what it leads to. Throws
   * `UnreadableOperation` for one that leads nowhere, in circles, or out of the document.
   */
  resolve(value: unknown): Node {
    if (!isNode(value) || typeof value.$ref !== 'string') return isNode(value) ? value : {};
    const { $ref: reference, ...siblings } = value;
    const target = this.target(value);
    if (!isNode(target)) return siblings;
    if (typeof target.$ref === 'string') throw inCircles(reference);
    return Object.keys(siblings).length === 0 ? target : { ...target, ...siblings };
  }

  /** What a `$ref` points at, which tells one schema from another when they are met again. */
  target(value: unknown): unknown {
    if (!isNode(value) || typeof value.$ref !== 'string') return value;
    const reference = value.$ref;
    if (!this.found.has(reference)) this.found.set(reference, this.at(reference));
    return this.found.get(reference);
  }

  private at(reference: string): unknown {
    if (!reference.startsWith('#')) {
      throw new UnreadableOperation(
        `It refers to "${shortened(reference)}" outside the file, which is not followed. Bundle the description into one file.`,
      );
    }
    let target: unknown;
    try {
      target = this.refs.get(reference);
    } catch (error) {
      // References that lead to each other without end.
      if (error instanceof RangeError) throw inCircles(reference);
      throw nowhere(reference);
    }
    if (isInherited(target)) throw nowhere(reference);
    return target;
  }
}

/**
 * The document under a head that the library accepts, whatever version it really has. As 3.0, so that no `$id` in it
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

/** All that the library looks at in a document, apart from its references. */
export function isDocument(document: object): document is Document {
  return 'paths' in document;
}

/** What every object has by nature, such as `constructor`, is not in the file. */
function isInherited(value: unknown): boolean {
  return (
    typeof value === 'function' ||
    [Object, Array, String, Number, Boolean].some(({ prototype }) => prototype === value)
  );
}

const shortened = (reference: string): string =>
  reference.length > 100 ? `${reference.slice(0, 100)}…` : reference;

function inCircles(reference: string): UnreadableOperation {
  return new UnreadableOperation(`The $ref "${shortened(reference)}" in it leads in circles.`);
}

function nowhere(reference: string): UnreadableOperation {
  return new UnreadableOperation(`It refers to "${shortened(reference)}", which is not in the file.`);
}
