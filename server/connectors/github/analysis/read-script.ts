import { languageOf } from './language';
import { readPython } from './python/read-python';
import { readR } from './r/read-r';
import type { ScriptAnalysis } from './script';

/** Reads a script of a repository, with the files that it imports. Nothing is executed. */
export function readScript(files: ReadonlyMap<string, string>, path: string): Promise<ScriptAnalysis> {
  return languageOf(path) === 'r' ? readR(files, path) : readPython(files, path);
}
