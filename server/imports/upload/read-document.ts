import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { env } from '@/server/env';
import { AppError } from '@/server/errors';
import type { DocumentKind, ImportedHead, ImportNote } from '../operations/imported';
import { canceled } from './canceled';

/** What a description may cost: none that people use takes a third of it. */
const mostMs = 60_000;
const mostCheckMs = 10_000;
const mostMemoryMb = 768;

/** A description that is being read: what is true of the whole is known, its operations come one after the other. */
export interface OpenDocument {
  head: ImportedHead;
  /** Each as its JSON, which goes on to the database as it is. */
  operations: AsyncIterable<string>;
  /** What isn't valid in it, once all operations were taken. Never fails: a check that takes too much is a note too. */
  notes(): Promise<ImportNote[]>;
  /** Ends the reading, and resolves once the process is gone; to be called whatever happened. */
  close(): Promise<void>;
}

type FirstLine = { head: ImportedHead; count: number } | { refused: string };

/**
 * Reads a description in a process of its own, which has neither our memory nor our environment, and which ends as soon
 * as the signal is aborted. Throws 422 with the reason if it can't be read, here or while its operations come.
 */
export async function readDocument(
  kind: DocumentKind,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<OpenDocument> {
  if (signal.aborted) throw canceled();
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${mostMemoryMb}`, join('.build', 'reader.mjs'), kind],
    // NODE_ENV alone: some packages ask for it.
    { env: { NODE_ENV: env().nodeEnv }, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  yieldToOthers(child.pid);
  const kill = (): void => void child.kill('SIGKILL');
  let timer = setTimeout(kill, mostMs);
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
  // It may end before it has read all; that its lines end says more than that.
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.stdin.end(bytes);
  const lines = linesOf(child.stdout);
  /** The lines end early only where the process was killed, or ran out of memory. */
  const nextLine = async (): Promise<string> => {
    const line = await lines.next();
    if (!line.done) return line.value;
    throw signal.aborted ? canceled() : tooMuch();
  };
  async function* operationsOf(count: number): AsyncGenerator<string> {
    for (let taken = 0; taken < count; taken += 1) yield await nextLine();
  }
  async function notes(): Promise<ImportNote[]> {
    clearTimeout(timer);
    timer = setTimeout(kill, mostCheckMs);
    try {
      const { notes }: { notes: ImportNote[] } = JSON.parse(await nextLine());
      return notes;
    } catch (error) {
      if (error instanceof AppError && !signal.aborted) return [uncheckable];
      throw error;
    }
  }
  try {
    const told: FirstLine = JSON.parse(await nextLine());
    if ('refused' in told) throw new AppError('impossible', told.refused);
    return { head: told.head, operations: operationsOf(told.count), notes, close };
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
    // It has ended already, which its lines tell better.
  }
}

/** What stands between line feeds, and nothing else: `readline` would end lines at U+2028 too, within a text. */
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
  // What comes after the last line feed is a line that was cut off.
}

const uncheckable: ImportNote = {
  where: null,
  message: `Whether the description is valid could not be checked within ${mostCheckMs / 1000} seconds and ${mostMemoryMb} MB of memory.`,
};

function tooMuch(): AppError {
  return new AppError(
    'impossible',
    `The description could not be read within ${mostMs / 1000} seconds and ${mostMemoryMb} MB of memory. Split it into smaller ones.`,
  );
}
