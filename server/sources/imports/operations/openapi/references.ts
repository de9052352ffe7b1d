import SwaggerParser from '@apidevtools/swagger-parser';
import { isNode, type Node, nodeAt, textAt } from '@/server/sources/imports/parse/node';
import { copyMember, withMembers } from '@/server/sources/imports/parse/written';
import { UnreadableOperation } from '../imported';

/** A reference to what isn't in the document. */
export class MissingReference extends UnreadableOperation {
  constructor(
    message: string,
    /** The other file, if it leads to one. */
    readonly file: string | null = null,
  ) {
    super(message);
  }
}

const mostNamed = 5;

/** A description in the type that the library expects. */
export type Document = SwaggerParser['api'];

/** Resolves `$ref`s within one document on demand: a document may be circular, and is never expanded as a whole. */
export class References {
  /** Merged schemas; see `flatSchema`. */
  readonly flat = new Map<Node, Node>();
  /** Files that are referred to, and that are not part of the document. */
  readonly missingFiles = new Set<string>();
  private readonly found = new Map<string, unknown>();
  private messages = new Set<string>();

  private constructor(
    private readonly refs: SwaggerParser['$refs'],
    private readonly doSiblingsCount: boolean,
  ) {}

  static async of(root: Node): Promise<References> {
    const refs = await SwaggerParser.resolve(withPlainHead(root), { resolve: { external: false } });
    return new References(refs, /^3\.[1-9]/.test(textAt(root, 'openapi') ?? ''));
  }

  /**
   * Resolves a value. Siblings of a `$ref` override its target from 3.1 on; before, they don't count, except for a
   * description. Throws `MissingReference` for a reference that doesn't resolve or leads out of the document, and
   * `UnreadableOperation` for a circular one.
   */
  resolve(value: unknown): Node {
    return this.merged(value, this.doSiblingsCount ? () => true : (key) => key === 'description');
  }

  /** The same for a path, whose own operations count next to a `$ref` in every version. */
  resolvePath(value: unknown): Node {
    return this.merged(value, () => true);
  }

  private merged(value: unknown, doesCount: (key: string) => boolean): Node {
    if (!isNode(value) || typeof value.$ref !== 'string') return isNode(value) ? value : {};
    const { $ref: reference, ...others } = value;
    const siblings: Node = {};
    for (const key of Object.keys(others).filter(doesCount)) copyMember(value, key, siblings);
    const target = this.target(value);
    if (!isNode(target)) return siblings;
    if (typeof target.$ref === 'string') throw inCircles(reference);
    return Object.keys(siblings).length === 0 ? target : withMembers(target, siblings);
  }

  /** The target of a `$ref`, which identifies a schema that is met again. */
  target(value: unknown): unknown {
    if (!isNode(value) || typeof value.$ref !== 'string') return value;
    const reference = value.$ref;
    if (!this.found.has(reference)) this.found.set(reference, this.at(reference));
    this.noteSiblings(value);
    return this.found.get(reference);
  }

  /** Notes something on the operation that is being read. */
  note(message: string): void {
    this.messages.add(message);
  }

  /** What was noted since the last call. */
  takeNotes(): string[] {
    const taken = [...this.messages];
    this.messages = new Set();
    return taken;
  }

  /** What a function reads, or a value instead, with a note, where it refers to what isn't in the document. */
  orMissing<Read>(read: () => Read, instead: Read, consequence: string): Read {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof MissingReference)) throw error;
      if (error.file !== null) this.missingFiles.add(error.file);
      this.note(`${error.message} ${consequence}`);
      return instead;
    }
  }

  private noteSiblings(node: Node): void {
    if (this.doSiblingsCount) return;
    const ignored = Object.keys(node).filter((key) => !/^(\$ref|description|summary|x-.*)$/.test(key));
    if (ignored.length === 0) return;
    const named = ignored.slice(0, mostNamed).map((key) => `"${shortened(key)}"`);
    this.note(
      `Has ${named.join(', ')} next to "$ref": "${shortened(String(node.$ref))}", which doesn't count before OpenAPI 3.1.`,
    );
  }

  private at(reference: string): unknown {
    if (!reference.startsWith('#')) {
      throw new MissingReference(
        `It refers to "${shortened(reference)}", which is outside the file and not followed.`,
        reference.replace(/#.*$/s, ''),
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

function nowhere(reference: string): MissingReference {
  return new MissingReference(`It refers to "${shortened(reference)}", which is not in the file.`);
}
