import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { multiply as multiply20261122 } from './2026-11-22/multiply';
import { multiply as multiply20261123 } from './2026-11-23/multiply';
import type { Manifest, Release } from './release';

/** Every release whose databases this version must start with. */
export const releases: readonly Release[] = [
  release('2026-11-22', multiply20261122),
  release('2026-11-23', multiply20261123),
];

function release(name: string, multiply: Release['multiply']): Release {
  const folder = join('tests', 'upgrade', name);
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  return { name, folder, manifest, multiply };
}

/** Throws if nothing was recorded of it. */
export function releaseNamed(name: string): Release {
  const found = releases.find((each) => each.name === name);
  if (found === undefined) throw new Error(`tests/upgrade/releases.ts does not name ${name}`);
  return found;
}
