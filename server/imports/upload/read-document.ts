import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { env } from '@/server/env';
import { AppError } from '@/server/errors';
import type { DocumentKind, ImportedHead } from '../operations/imported';

/** What a description may cost: none that people use takes a third of it. */
const mostMs = 60_000;
const mostMemoryMb = 768;

/** A description that is being read: what is true of the whole is known, its operations come one after the other. */
export interface OpenDocument {
  head: ImportedHead;
  /** Each as its JSON, which goes on to the database as it is. */
  operations: AsyncIterable<string>;
  /** Ends the reading; to be called whatever happened. */
  close(): void;
}

/**
 * Reads a description in a process of its own, which has neither our memory nor our environment. Throws 422
 * with the reason where it cannot be read, here or while its operations come.
 */
export async function readDocument(kind: DocumentKind, bytes: Uint8Array): Promise<OpenDocument> {
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${mostMemoryMb}`, join('.build', 'reader.mjs'), kind],
    // NODE_ENV alone: some packages ask for it.
    { env: { NODE_ENV: env().nodeEnv }, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  const timer = setTimeout(() => child.kill('SIGKILL'), mostMs);
  const ended = endOf(child);
  // It may end before it has read all; how it ended says more than that.
  child.stdin.on('error', () => {});
  child.stdin.end(bytes);
  const lines = linesOf(child.stdout);
  const close = (): void => {
    clearTimeout(timer);
    child.kill('SIGKILL');
  };
  const refuseUnlessWhole = async (): Promise<void> => {
    const { code, signal } = await ended;
    if (code !== 0 || signal !== null) throw tooMuch();
  };
  try {
    const first = await lines.next();
    if (first.done) {
      await refuseUnlessWhole();
      throw tooMuch();
    }
    const told: { head: ImportedHead } | { refused: string } = JSON.parse(first.value);
    if ('refused' in told) throw new AppError('impossible', told.refused);
    async function* operations(): AsyncGenerator<string> {
      for (let line = await lines.next(); !line.done; line = await lines.next()) yield line.value;
      await refuseUnlessWhole();
    }
    return { head: told.head, operations: operations(), close };
  } catch (error) {
    close();
    throw error;
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
  const last = pieces.join('');
  if (last !== '') yield last;
}

function endOf(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: 1, signal: null }));
  });
}

function tooMuch(): AppError {
  return new AppError(
    'impossible',
    `The description could not be read within ${mostMs / 1000} seconds and ${mostMemoryMb} MB of memory. Split it into smaller ones.`,
  );
}
