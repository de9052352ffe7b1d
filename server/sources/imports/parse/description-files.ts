import { namesReferredTo, shownName } from './file-names';
import { isNode, type Node, textAt } from './node';
import { keepOrigins } from './origin';
import { parseFile } from './parse-document';
import { UnreadableDocument } from './unreadable-document';
import { unzipFiles } from './unzip-files';

/** A description, and the files that it may refer to. */
export interface Description {
  root: Node;
  /** Null for a description in one file, which nothing stands next to. */
  files: DescriptionFiles | null;
}

/** The files of a description in several files. Each is parsed when it is first referred to. */
export class DescriptionFiles {
  private readonly parsed = new Map<string, unknown>();

  private constructor(
    private readonly contents: ReadonlyMap<string, Uint8Array>,
    /** The file that the others are reached from. */
    readonly rootName: string,
    /** Other descriptions, which are not read. */
    readonly others: readonly string[],
    root: Node,
  ) {
    this.parsed.set(rootName, root);
  }

  /** Opens the description in a zip file. Throws `UnreadableDocument` if there is no description, or if there are several to choose from. */
  static open(zip: Uint8Array): Description & { files: DescriptionFiles } {
    const contents = unzipFiles(zip);
    const roots = rootsOf(contents);
    const [first, second] = roots;
    if (first === undefined) {
      throw new UnreadableDocument(
        'The zip file has no OpenAPI description: none of its JSON and YAML files has "openapi" or "swagger" at its top.',
      );
    }
    if (second !== undefined && depthOf(first.name) === depthOf(second.name)) {
      const named = roots.filter(({ name }) => depthOf(name) === depthOf(first.name)).map(({ name }) => name);
      throw new UnreadableDocument(
        `The zip file has several descriptions: ${listed(named)}. Upload each in a zip file of its own, with the files that it refers to.`,
      );
    }
    const others = roots.slice(1).map(({ name }) => name);
    return { root: first.root, files: new DescriptionFiles(contents, first.name, others, first.root) };
  }

  /** The name of the file that a reference leads to; null if it leads elsewhere, and `missing` if there is none. */
  find(reference: string, from: string | null): { name: string } | { missing: string } | null {
    const [name, ...more] = namesReferredTo(reference, from ?? this.rootName);
    if (name === undefined) return null;
    const found = [name, ...more].find((each) => this.contents.has(each));
    return found === undefined ? { missing: name } : { name: found };
  }

  /** What is in a file. Throws `UnreadableDocument` if it can't be parsed. */
  read(name: string): unknown {
    if (!this.parsed.has(name)) {
      const document = parsedIn(this.contents, name);
      keepOrigins(document, name);
      this.parsed.set(name, document);
    }
    return this.parsed.get(name);
  }
}

const mostNamed = 10;

/** Names for a sentence; if there are many, how many more. */
export function listed(names: readonly string[]): string {
  const named = names.slice(0, mostNamed).map(shownName).join(', ');
  return names.length > mostNamed ? `${named}, and ${names.length - mostNamed} more` : named;
}

const depthOf = (name: string): number => name.split('/').length;

/** The files that are descriptions themselves, those nearest to the top first. */
function rootsOf(contents: ReadonlyMap<string, Uint8Array>): { name: string; root: Node }[] {
  const names = [...contents.keys()].sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
  const problems: UnreadableDocument[] = [];
  const roots = names.flatMap((name) => {
    if (!/openapi|swagger/.test(textOf(contents, name))) return [];
    try {
      const root = parsedIn(contents, name);
      const isRoot = isNode(root) && (textAt(root, 'openapi') ?? textAt(root, 'swagger')) !== null;
      return isRoot ? [{ name, root }] : [];
    } catch (error) {
      if (!(error instanceof UnreadableDocument)) throw error;
      problems.push(error);
      return [];
    }
  });
  const [problem] = problems;
  if (roots.length === 0 && problem !== undefined) throw problem;
  return roots;
}

const textOf = (contents: ReadonlyMap<string, Uint8Array>, name: string): string =>
  new TextDecoder().decode(contents.get(name));

function parsedIn(contents: ReadonlyMap<string, Uint8Array>, name: string): unknown {
  try {
    return parseFile(textOf(contents, name));
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error;
    throw new UnreadableDocument(`In ${shownName(name)}: ${error.message}`);
  }
}
