import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {Record<string, { id: number | string, files: string[] }>} LoadableManifest */

/**
 * Takes scripts that Next.js did not write out of the lists of what a page fetches ahead. A part within a part that is
 * fetched on demand gets its scripts twice, once for these lists and once for itself, and only the latter are written.
 * Returns how many were taken out.
 */
export function dropLostPreloads(folder = '.next') {
  let dropped = 0;
  const manifests = readdirSync(join(folder, 'server', 'app'), { recursive: true, encoding: 'utf8' });
  for (const name of manifests.filter((path) => path.endsWith('react-loadable-manifest.json'))) {
    const path = join(folder, 'server', 'app', name);
    const manifest = /** @type {LoadableManifest} */ (JSON.parse(readFileSync(path, 'utf8')));
    for (const part of Object.values(manifest)) {
      const written = part.files.filter((file) => existsSync(join(folder, file)));
      dropped += part.files.length - written.length;
      part.files = written;
    }
    writeFileSync(path, JSON.stringify(manifest));
  }
  return dropped;
}
