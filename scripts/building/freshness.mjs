import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const stampFile = join('.build', 'stamps.json');

/** Files in the root folder that no build reads: settings of development tools, and files that tools write. */
const beside = /^(biome|vitest|playwright|\.dependency-cruiser|next-env|tsconfig\.tsbuildinfo|\.)/;

/** Returns a hash of everything that a build depends on: what it reads, and the version of Node.js. */
export const hashOf = (folders) =>
  createHash('sha256').update(process.versions.modules).update(contentHash(folders)).digest('hex');

/** Returns a hash of everything that a build reads: the files in these folders, and the settings in the root folder. */
export function contentHash(folders) {
  const files = folders.flatMap(filesBelow);
  for (const entry of readdirSync('.', { withFileTypes: true })) {
    if (entry.isFile() && /\.(ts|mjs|json)$/.test(entry.name) && !beside.test(entry.name))
      files.push(entry.name);
  }
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(`\n${file}\n`).update(readFileSync(file));
  return hash.digest('hex');
}

/** Returns whether a product was built from sources with this hash. */
export function isFresh(product, hash) {
  return readStamps()[product] === hash;
}

/** Records the sources that a product was built from. */
export function markFresh(product, hash) {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, `${JSON.stringify({ ...readStamps(), [product]: hash }, null, 2)}\n`);
}

function readStamps() {
  return existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {};
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
