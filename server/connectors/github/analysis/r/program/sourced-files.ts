import type { Machine } from '../interpreter/machine';
import type { RFile } from '../syntax/ast';
import { HOLE, knownTexts } from '../values/make';
import type { Call, Value } from '../values/value';

/** The other files that a script loads, which are parsed before they can be read. */
export class SourcedFiles {
  /** Files that the script asked for and that aren't parsed yet. */
  readonly wanted = new Set<string>();
  /** Files that were read, in their order. */
  readonly read = new Set<string>();

  constructor(
    private readonly files: ReadonlyMap<string, string>,
    private readonly parsed: ReadonlyMap<string, RFile>,
  ) {}

  /** Runs the code of a file where the script loads it. */
  readonly source = (named: Value, call: Call, machine: Machine): void => {
    const path = this.pathOf(named, call);
    if (path === null) {
      const text = knownTexts(named)?.[0];
      const message =
        text === undefined
          ? `The file that ${call.code ?? 'it'} loads is only known when it runs, so it was not read.`
          : `"${text}", which it loads, isn't in the repository, so it was not read.`;
      machine.note(call.site, message);
      return;
    }
    if (path === machine.main.path || this.read.has(path)) return;
    const file = this.parsed.get(path);
    if (file === undefined) {
      this.wanted.add(path);
      return;
    }
    this.read.add(path);
    machine.run(file.body, machine.global);
  };

  /** The file of the repository that a path means, from the script's folder, or from the root. */
  private pathOf(named: Value, { site }: Call): string | null {
    const text = knownTexts(named)?.[0] ?? endOf(named);
    if (text == null || !/\.[rR]$/.test(text)) return null;
    const folder = site.path.includes('/') ? site.path.slice(0, site.path.lastIndexOf('/')) : '';
    const tail = text.replace(/^(~|[A-Za-z]:)?\/+/, '');
    const direct = [normal(`${folder}/${text}`), normal(tail)].find(
      (path) => path !== null && this.files.has(path),
    );
    if (direct != null) return direct;
    // A folder that is only known when it runs: the one file that ends so.
    const end = `/${tail.replace(/^(\.\.?\/)+/, '')}`;
    const ending = [...this.files.keys()].filter((path) => `/${path}`.endsWith(end));
    return ending.length === 1 ? (ending[0] ?? null) : null;
  }
}

/** A path without `.` and `..`; null if it leaves the repository. */
function normal(path: string): string | null {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}

/** How a path ends that isn't known in full, which tells the file. */
function endOf(named: Value): string | null {
  const outline = named.kind === 'unknown' ? named.outline : null;
  return outline?.slice(outline.lastIndexOf(HOLE) + 1).replace(/^\/+/, '') ?? null;
}
