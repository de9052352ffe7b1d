import { decoded } from '@/lib/base/text/decoded';
import type { DescriptionFiles } from '@/server/sources/imports/parse/description-files';
import { isNode, type Node, textAt, valueAt } from '@/server/sources/imports/parse/node';
import { originOf } from '@/server/sources/imports/parse/origin';
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

/** References that lead to references: real descriptions have a few. */
const mostSteps = 100;

/** What a reference leads to: a place in a file, or in the description itself. */
interface Place {
  file: string | null;
  pointer: string;
}

/**
 * Resolves `$ref`s within a description and its files on demand: it may be circular, and is never expanded as a whole.
 * Nothing is read from elsewhere.
 */
export class References {
  /** Merged schemas; see `flatSchema`. */
  readonly flat = new Map<Node, Node>();
  /** Files that are referred to, and that are not part of the document. */
  readonly missingFiles = new Set<string>();
  private readonly found = new Map<string, unknown>();
  /** The places that are being resolved. */
  private readonly within = new Set<string>();
  private messages = new Set<string>();
  private readonly doSiblingsCount: boolean;

  constructor(
    private readonly root: Node,
    private readonly files: DescriptionFiles | null = null,
  ) {
    this.doSiblingsCount = /^3\.[1-9]/.test(textAt(root, 'openapi') ?? '');
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
    const { $ref: _, ...others } = value;
    const siblings: Node = {};
    for (const key of Object.keys(others).filter(doesCount)) copyMember(value, key, siblings);
    const target = this.target(value);
    if (!isNode(target)) return siblings;
    return Object.keys(siblings).length === 0 ? target : withMembers(target, siblings);
  }

  /**
   * An object whose members under these keys are in its own file, wherever it refers to for a whole list or map of
   * schemas: `properties: { $ref: properties.yaml }`. A property may have the name `$ref`, but isn't a text then.
   */
  withOwn(node: Node, keys: readonly string[]): Node {
    const elsewhere = keys.filter((key) => isReference(valueAt(node, key)));
    if (elsewhere.length === 0) return node;
    const opened = elsewhere.map((key): [string, unknown] => [
      key,
      this.orMissing(() => this.followed(node[key]), undefined, 'It is left out.'),
    ]);
    return withMembers(node, Object.fromEntries(opened));
  }

  /** The target of a `$ref`, which identifies a schema that is met again. */
  target(value: unknown): unknown {
    if (!isNode(value) || typeof value.$ref !== 'string') return value;
    const target = this.at(value.$ref, originOf(value));
    this.noteSiblings(value);
    return target;
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

  private at(reference: string, from: string | null): unknown {
    const place = this.placeOf(reference, from);
    const key = JSON.stringify([place.file, place.pointer]);
    if (this.found.has(key)) return this.found.get(key);
    if (this.within.has(key) || this.within.size === mostSteps) throw inCircles(reference);
    this.within.add(key);
    try {
      const target = this.follow(place, reference);
      const resolved = isReference(target) ? this.followed(target) : target;
      this.found.set(key, resolved);
      return resolved;
    } finally {
      this.within.delete(key);
    }
  }

  /** Goes down from the top of a file, through the references on its way. */
  private follow({ file, pointer }: Place, reference: string): unknown {
    let value: unknown = file === null ? this.root : this.files?.read(file);
    if (pointer === '') return value;
    const [start, ...keys] = pointer.split('/');
    if (start !== '') throw nowhere(reference);
    for (const written of keys) {
      if (isReference(value)) value = this.followed(value);
      value = memberOf(value, decoded(written).replaceAll('~1', '/').replaceAll('~0', '~'));
      if (value === undefined) throw nowhere(reference);
    }
    return value;
  }

  /** What a reference stands for: its target itself, unless siblings change it. */
  private followed(value: unknown): unknown {
    const target = this.target(value);
    return isNode(target) ? this.resolve(value) : target;
  }

  private placeOf(reference: string, from: string | null): Place {
    const [, path = '', pointer = ''] = /^([^#]*)#?(.*)$/s.exec(reference) ?? [];
    if (path === '') return { file: from, pointer };
    const found = this.files?.find(path, from) ?? null;
    if (found === null) {
      throw new MissingReference(
        `It refers to "${shortened(reference)}", which is outside the file and not followed.`,
        path,
      );
    }
    if ('missing' in found) {
      throw new MissingReference(
        `It refers to "${shortened(reference)}", which is not among the files.`,
        found.missing,
      );
    }
    return { file: found.name === this.files?.rootName ? null : found.name, pointer };
  }
}

export const isReference = (value: unknown): value is Node => isNode(value) && typeof value.$ref === 'string';

/** Undefined for what isn't in the file, even if every object has it. */
function memberOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return isNode(value) ? valueAt(value, key) : undefined;
}

const shortened = (reference: string): string =>
  reference.length > 100 ? `${reference.slice(0, 100)}…` : reference;

function inCircles(reference: string): UnreadableOperation {
  return new UnreadableOperation(`Its $ref "${shortened(reference)}" is circular.`);
}

function nowhere(reference: string): MissingReference {
  return new MissingReference(`It refers to "${shortened(reference)}", which is not in the file.`);
}
