import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs .build/prepare.mjs to its end: a process of its own, so that what it loads is gone from memory afterward.
 * @throws Error when it fails; what went wrong it has printed itself
 */
export async function runPrepare(variables: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, ['--enable-source-maps', '.build/prepare.mjs'], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The database could not be prepared; the reason stands above.');
}
