import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { CHILD_WRITES_JSON, outputOf, passLines, writesJson } from './json-output.mjs';
import { StartError } from './start-error.mjs';

const schemaWait = z.object({ database: z.boolean(), missing: z.array(z.string()) });

/** What a process waits for: whether the database answers, and the migrations that it misses. */
export type SchemaWait = z.output<typeof schemaWait>;

const prepared = z.object({ hasAdmin: z.boolean(), isHeld: z.boolean() });

/** What the preparation found: whether an organization has an admin, and whether the database is a copy that is held. */
export type Prepared = z.output<typeof prepared>;

/**
 * Runs .build/prepare.mjs to its end, in its own process so that its memory is freed afterward.
 *
 * @param how `all` brings the schema up to date, and `migrate` does so for a process that then ends; `wait` only waits
 *   until another process has done so; `plan` says what would be done; `wide` also gives the ids of an older installation 64 bits
 * @param stop ends it, and this call never returns: what stops it ends this process, too
 * @param note called with what it waits for, whenever it has looked
 * @returns what it found; null for a preparation that doesn't look
 * @throws StartError if it fails; it has printed the reason itself
 */
export async function runPrepare(
  variables: Record<string, string>,
  how: 'all' | 'migrate' | 'wait' | 'plan' | 'wide' = 'all',
  stop?: AbortSignal,
  note?: (wait: SchemaWait) => void,
): Promise<Prepared | null> {
  let found: Prepared | null = null;
  const child = spawn(process.execPath, ['--enable-source-maps', '.build/prepare.mjs', how], {
    env: { ...process.env, ...variables, ...(writesJson() ? { [CHILD_WRITES_JSON]: '1' } : {}) },
    stdio: ['ignore', outputOf(process.stdout), outputOf(process.stderr), 'ipc'],
  });
  child.on('message', (message) => {
    const read = z.union([schemaWait, prepared]).parse(message);
    if ('hasAdmin' in read) found = read;
    else note?.(read);
  });
  stop?.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  passLines(child.stdout, process.stdout);
  passLines(child.stderr, process.stderr);
  const [code] = await once(child, 'close');
  if (stop?.aborted) await new Promise(() => undefined);
  if (code !== 0) throw new StartError("Couldn't prepare the database; the reason is above.");
  return found;
}
