import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

const largestFile = 5_000_000;

/**
 * Reads a file of a repository; null if it isn't there, or too large. A link that leads out of the repository leads
 * nowhere.
 *
 * @param path from the root of the repository
 */
export async function readRepositoryFile(checkout: string, path: string): Promise<string | null> {
  try {
    const root = await realpath(checkout);
    const file = await realpath(join(root, path));
    if (!file.startsWith(root + sep)) return null;
    const { size } = await stat(file);
    return size > largestFile ? null : await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

/** The folder of a script and all above it, the root last, as paths from the root. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    folders.push(folder === '.' ? '' : folder);
    if (folder === '.' || folder === '/') return folders;
  }
}

export const inFolder = (folder: string, name: string): string =>
  folder === '' ? name : `${folder}/${name}`;
