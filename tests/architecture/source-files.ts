import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = process.cwd();

/** Returns the project's own sources in some folders, as paths from the root. */
export function filesIn(folders: readonly string[], endings: readonly string[]): string[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
