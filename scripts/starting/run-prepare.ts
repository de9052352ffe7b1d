import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { passLines, writesJson } from './json-output.mjs';

/**
 * Runs .build/prepare.mjs to its end, in its own process so that its memory is freed afterward.
 * @throws Error if it fails; it has printed the reason itself
 */
export async function runPrepare(variables: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, ['--enable-source-maps', '.build/prepare.mjs'], {
    env: { ...process.env, ...variables },
    stdio: writesJson() ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  });
  passLines(child.stdout, process.stdout);
  passLines(child.stderr, process.stderr);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error("Couldn't prepare the database; the reason is above.");
}
