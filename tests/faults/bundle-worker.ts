import { join } from 'node:path';
import { build } from 'esbuild';

/** Bundles the worker with the loopback kind of source, and returns the arguments to start it with Node.js. */
export async function bundleLoopbackWorker(): Promise<string[]> {
  const outfile = join('.build', 'loopback-worker.mjs');
  await build({
    entryPoints: ['tests/support/elsewhere/loopback-worker.ts'],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
  });
  return ['--enable-source-maps', outfile];
}
