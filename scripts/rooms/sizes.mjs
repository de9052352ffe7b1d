import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A folder with more files than this is hard to find something in. */
export const MOST_FILES = 20;
/** A longer file probably has a second subject in it. */
export const MOST_LINES = 300;

const code = /\.(ts|tsx|mjs|css)$/;
/** What a release recorded, and samples of other people's documents, are data. */
const data = /^tests\/(samples|upgrade\/\d)/;

/** The files of our own code in some folders, by folder. */
function codeIn(folders) {
  const found = new Map();
  for (const top of folders.filter((folder) => existsSync(folder))) {
    for (const entry of readdirSync(top, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !code.test(entry.name) || data.test(entry.parentPath)) continue;
      found.set(entry.parentPath, [...(found.get(entry.parentPath) ?? []), entry.name]);
    }
  }
  return found;
}

/** The folders with more files than `MOST_FILES`, not counting those of their own folders. */
export const crowdedFolders = (folders) =>
  [...codeIn(folders)]
    .map(([folder, names]) => ({ folder, count: names.length }))
    .filter(({ count }) => count > MOST_FILES);

/** The files with more lines than `MOST_LINES`, without tests. */
export const longFiles = (folders) =>
  [...codeIn(folders)]
    .flatMap(([folder, names]) => names.map((name) => join(folder, name)))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES);
