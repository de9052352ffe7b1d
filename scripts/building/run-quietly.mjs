import { spawn } from 'node:child_process';
import { StartError } from '../starting/start-error.mjs';
import { endTogether } from './end-together.mjs';

const shownLines = 60;

/**
 * Runs a program to its end and hides its output unless it fails.
 * @throws StartError with the end of its output
 */
export function runQuietly(title, program, args, variables = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endTogether(child);
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    const fail = (how) => {
      const lines = Buffer.concat(output).toString('utf8').trimEnd().split('\n').slice(-shownLines);
      reject(new StartError(`${lines.join('\n')}\n\n${title} failed: ${how}`));
    };
    child.once('error', (error) => fail(error.message));
    child.once('close', (code, signal) =>
      code === 0 ? resolve() : fail(signal ? `ended by ${signal}` : `code ${code}`),
    );
  });
}
