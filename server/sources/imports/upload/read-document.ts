import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import type { DocumentKind, ImportedHead, ImportNote } from '../operations/imported';
import { canceled } from './canceled';
import { MOST_CHECK_MS, MOST_MEMORY_MB, MOST_MS } from './reading-limits';

/** By the clock, the process ends if it waits for something that doesn't come; its own limits are of processor time. */
const LONGEST_MS = 15 * 60_000;

/** A description that is being read: its head is known, and its operations follow one by one. */
export interface OpenDocument {
  head: ImportedHead;
  /** Each as JSON, which goes to the database unchanged. */
  operations: AsyncIterable<string>;
  /** What is invalid in it, once all operations were read. Never fails: a check that hits its limits becomes a note. */
  notes(): Promise<ImportNote[]>;
  /** Stops reading, and resolves once the process has exited. Always call this. */
  close(): Promise<void>;
}

type FirstLine = { head: ImportedHead; count: number } | { refused: string };

/**
 * Reads a description in a separate process, which has neither our memory nor our environment, and which ends as soon as
 * the signal is aborted. Throws 422 with the reason if it can't be read, now or while its operations arrive.
 */
export async function readDocument(
  kind: DocumentKind,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<OpenDocument> {
  if (signal.aborted) throw canceled();
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${MOST_MEMORY_MB}`, join('.build', 'reader.mjs'), kind],
    // Only NODE_ENV: some packages read it.
    { env: { NODE_ENV: env().nodeEnv }, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  yieldToOthers(child.pid);
  const kill = (): void => void child.kill('SIGKILL');
  const timer = setTimeout(kill, LONGEST_MS);
  signal.addEventListener('abort', kill, { once: true });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const close = async (): Promise<void> => {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
    kill();
    await gone;
  };
  // The process may exit before it has read everything; the end of its lines says more than this error.
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.stdin.end(bytes);
  const lines = linesOf(child.stdout);
  /** The lines end early only if the process was killed, or ran out of memory. */
  const nextLine = async (): Promise<string> => {
    const line = await lines.next();
    if (!line.done) return line.value;
    throw signal.aborted ? canceled() : tooMuch();
  };
  async function* operationsOf(count: number): AsyncGenerator<string> {
    for (let taken = 0; taken < count; taken += 1) yield await nextLine();
  }
  async function notes(): Promise<ImportNote[]> {
    try {
      const { notes }: { notes: ImportNote[] } = JSON.parse(await nextLine());
      return notes;
    } catch (error) {
      if (error instanceof AppError && !signal.aborted) return [uncheckable];
      throw error;
    }
  }
  try {
    const firstLine: FirstLine = JSON.parse(await nextLine());
    if ('refused' in firstLine) throw new AppError('impossible', firstLine.refused);
    return { head: firstLine.head, operations: operationsOf(firstLine.count), notes, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Reading takes a whole core for seconds. Clicks go first: nobody notices when an import takes a little longer. */
function yieldToOthers(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has already ended, and its missing lines report that.
  }
}

/** The text between line feeds only: `readline` would also split at U+2028, within a text. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let pieces: string[] = [];
  for await (const chunk of stream.setEncoding('utf8')) {
    const [first = '', ...others] = String(chunk).split('\n');
    pieces.push(first);
    for (const other of others) {
      yield pieces.join('');
      pieces = [other];
    }
  }
  // Text after the last line feed is an incomplete line.
}

const uncheckable: ImportNote = {
  where: null,
  message: `The description could not be validated within ${MOST_CHECK_MS / 1000} seconds of computing and ${MOST_MEMORY_MB} MB of memory.`,
};

function tooMuch(): AppError {
  return new AppError(
    'impossible',
    `The description could not be read within ${MOST_MS / 1000} seconds of computing and ${MOST_MEMORY_MB} MB of memory. Split it into smaller ones.`,
  );
}
