import { spawn } from 'node:child_process';
import { passLines, writesJson } from '../starting/json-output.mjs';
import { StartError } from '../starting/start-error.mjs';
import { endTogether } from './end-together.mjs';

/** Runs a program of node_modules and shows its output. @throws StartError if it fails */
export function runWithOutput(title, args, variables = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...variables },
      stdio: writesJson() ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    endTogether(child);
    passLines(child.stdout, process.stdout);
    passLines(child.stderr, process.stderr);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new StartError(`${title} failed: ${signal ? `ended by ${signal}` : `code ${code}`}`));
    });
  });
}
