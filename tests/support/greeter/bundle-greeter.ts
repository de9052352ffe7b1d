import { join, resolve } from 'node:path';
import { build } from 'esbuild';

/** Bundles the greeter, and returns the option by which Node.js loads it before a program. */
export async function bundleGreeter(): Promise<string> {
  const outfile = join('.build', 'add-greeter.mjs');
  await build({
    entryPoints: ['tests/support/greeter/add-greeter.ts'],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
  });
  return `--import=${resolve(outfile)}`;
}
