import { type ChildProcess, spawn } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import type { FromReader, MaskFacts, ToReader } from '@/server/results/rows/process/messages';
import type { RowPage, RowQuery } from '@/server/results/rows/row-reader';

const MOST_MS = 30_000;
const MOST_MEMORY_MB = 1024;

/**
 * A process that reads the rows of one result: sorting a million takes a core for a second, which nobody else's click
 * waits for, and memory that is given back when it ends.
 */
export class ReaderProcess {
  private readonly child: ChildProcess;
  private readonly gone: Promise<null>;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  isGone = false;

  /** @param file is its own from here on, and may be closed. */
  constructor(file: FileHandle, masks: MaskFacts) {
    this.child = spawn(
      process.execPath,
      [`--max-old-space-size=${MOST_MEMORY_MB}`, join('.build', 'rows.mjs')],
      // Only NODE_ENV: some packages read it.
      { env: { NODE_ENV: env().nodeEnv }, stdio: ['ignore', 'ignore', 'ignore', file.fd, 'ipc'] },
    );
    this.gone = new Promise((resolve) => {
      this.child.once('exit', () => resolve(null));
      this.child.once('error', () => resolve(null));
    });
    void this.gone.then(() => {
      this.isGone = true;
    });
    // A message to a process that has just ended; that it has ended says more.
    this.child.on('error', () => {});
    yieldToOthers(this.child.pid);
    this.tell({ open: masks });
  }

  get isBusy(): boolean {
    return this.waiting > 0;
  }

  /** Answers one query after another. Throws 422 with the reason if the result can't be read so, and 503 if it took too long. */
  async read(query: RowQuery, signal: AbortSignal): Promise<RowPage> {
    this.waiting += 1;
    const turn = this.last.then(() => {
      // While a person types, each letter makes the query before it pointless.
      if (signal.aborted) throw signal.reason;
      return this.ask(query);
    });
    // Its failure is its caller's; the next one takes its turn either way.
    this.last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      this.waiting -= 1;
    }
  }

  close(): void {
    this.child.kill('SIGKILL');
  }

  private async ask(query: RowQuery): Promise<RowPage> {
    if (this.isGone) throw tooMuch();
    const timer = setTimeout(() => this.close(), MOST_MS);
    const answered = new Promise<FromReader>((resolve) => this.child.once('message', resolve));
    this.tell({ query });
    const answer = await Promise.race([answered, this.gone]);
    clearTimeout(timer);
    if (answer === null) throw tooMuch();
    if ('refused' in answer) throw new AppError('impossible', answer.refused);
    return answer.page;
  }

  private tell(message: ToReader): void {
    if (this.child.connected) this.child.send(message, () => {});
  }
}

const tooMuch = () =>
  new AppError(
    'unavailable',
    'This result is too large to sort or filter here right now. Try again, or download it.',
  );

/** Clicks go first. */
function yieldToOthers(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has already ended, which its missing answer reports.
  }
}
