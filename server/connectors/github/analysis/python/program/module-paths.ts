import { knownLibraries } from './known-libraries';

/** The folder of a path; empty for the root. */
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const under = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/**
 * The file of the repository that an import leads to; null for libraries. Absolute imports start at the folder of the
 * script, at any folder above the file that imports, or at a `src` or `lib` folder of the root.
 *
 * @param level how many dots a relative import has; 0 for an absolute one
 */
export function fileOfImport(
  files: ReadonlyMap<string, string>,
  from: string,
  script: string,
  module: string,
  level: number,
): string | null {
  if (level === 0 && knownLibraries.has(module.split('.')[0] ?? '')) return null;
  const path = module.replaceAll('.', '/');
  const roots = level > 0 ? [above(folderOf(from), level - 1)] : absoluteRoots(from, script);
  for (const root of roots) {
    if (root === null) continue;
    const base = path === '' ? root : under(root, path);
    for (const file of [under(base, '__init__.py'), `${base}.py`]) if (files.has(file)) return file;
  }
  return null;
}

function above(folder: string, levels: number): string | null {
  let current = folder;
  for (let left = levels; left > 0; left -= 1) {
    if (current === '') return null;
    current = folderOf(current);
  }
  return current;
}

function absoluteRoots(from: string, script: string): string[] {
  const roots = [folderOf(script)];
  for (let folder = folderOf(from); ; folder = folderOf(folder)) {
    roots.push(folder);
    if (folder === '') break;
  }
  return [...new Set([...roots, 'src', 'lib'])];
}
