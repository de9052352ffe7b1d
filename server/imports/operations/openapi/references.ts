import { isNode, type Node } from '@/server/imports/parse/node';
import { UnreadableOperation } from '../imported';

const longestChain = 50;

/** Follows `$ref`s within one document, as they are met: a document may be circular, and need not be unfolded. */
export class References {
  /** Schemas that were folded into one; see `flatSchema`. */
  readonly flat = new Map<Node, Node>();

  constructor(readonly root: Node) {}

  /**
   * What a value stands for. Siblings of a `$ref` count as in 3.1: they lie over what it leads to. Throws
   * `UnreadableOperation` for one that leads nowhere, in circles, or out of the document.
   */
  resolve(value: unknown): Node {
    let current = value;
    let over: Node = {};
    for (let step = 0; step < longestChain; step += 1) {
      if (!isNode(current)) return over;
      const { $ref: reference, ...siblings } = current;
      over = { ...siblings, ...over };
      if (typeof reference !== 'string') return over;
      current = this.at(reference);
    }
    throw new UnreadableOperation('A $ref in it leads in circles.');
  }

  /** What a `$ref` points at, which tells one schema from another when they are met again. */
  target(value: unknown): unknown {
    if (!isNode(value) || typeof value.$ref !== 'string') return value;
    return this.at(value.$ref);
  }

  private at(reference: string): unknown {
    if (!reference.startsWith('#')) {
      const shown = reference.length > 100 ? `${reference.slice(0, 100)}…` : reference;
      throw new UnreadableOperation(
        `It refers to "${shown}" outside the file, which is not followed. Bundle the description into one file.`,
      );
    }
    let current: unknown = this.root;
    for (const part of reference.slice(1).split('/').slice(1)) {
      const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
      const holder: Node = Array.isArray(current) ? { ...current } : isNode(current) ? current : {};
      if (!Object.hasOwn(holder, key)) {
        throw new UnreadableOperation(`It refers to "${reference}", which is not in the file.`);
      }
      current = holder[key];
    }
    return current;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
