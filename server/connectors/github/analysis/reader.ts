import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ScriptSettings } from '../../connector-context';
import { MOST_MS_EACH } from './limits';
import type { FromReader, ToReader } from './process/messages';
import type { ScriptAnalysis } from './script';

/** By the clock, however busy the machine is; its own limit is of processor time. */
const longestMsEach = 120_000;
const mostMemoryMb = 512;
/** How long one look reads. What it doesn't get to is read at the next one. */
const mostMsInAll = 120_000;
/** How many rounds of imports are followed. */
const mostRounds = 6;

/** Fetches the texts of files; those that can't be had are missing from the result. */
export type FetchTexts = (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/**
 * Reads scripts in a separate process, which has neither our memory nor our environment. If the process
 * exceeds its limits over a script, that script can't be run, and another process reads the others. Scripts that there
 * was no time for are missing from the result.
 *
 * @param known the paths of all scripts of the repository
 */
export async function readScripts(
  paths: readonly string[],
  known: readonly string[],
  fetchTexts: FetchTexts,
  { takePlace }: Pick<ScriptSettings, 'takePlace'>,
): Promise<Map<string, ScriptAnalysis>> {
  const leavePlace = await takePlace();
  try {
    return await read(paths, known, fetchTexts);
  } finally {
    leavePlace();
  }
}

async function read(
  paths: readonly string[],
  known: readonly string[],
  fetchTexts: FetchTexts,
): Promise<Map<string, ScriptAnalysis>> {
  const endMs = performance.now() + mostMsInAll;
  const analyses = new Map<string, ScriptAnalysis>();
  const texts = new Map(await fetchTexts(paths));
  const waiting = paths.filter((path) => texts.has(path));
  for (const path of paths) if (!texts.has(path)) analyses.set(path, unread(tooLarge));
  while (waiting.length > 0 && performance.now() < endMs) {
    const reader = new Reader(known);
    try {
      for (let path = waiting[0]; path !== undefined; path = waiting[0]) {
        const analysis = await reader.read(path, texts, fetchTexts);
        analyses.set(path, analysis ?? unread(tooMuch));
        waiting.shift();
        if (analysis === null || performance.now() > endMs) break;
      }
    } finally {
      await reader.close();
    }
  }
  return analyses;
}

const tooLarge = 'The script is larger than 500 kB, or is not text, so it was not read.';
const tooMuch = `The script could not be read within ${MOST_MS_EACH / 1000} seconds of computing and ${mostMemoryMb} MB of memory.`;

const unread = (unavailable: string): ScriptAnalysis => ({
  commands: [],
  unavailable,
  notes: [],
  errorLine: null,
  followed: [],
});

class Reader {
  private readonly child = spawn(
    process.execPath,
    [`--max-old-space-size=${mostMemoryMb}`, join('.build', 'scripts.mjs')],
    // Nothing of ours: it needs no more than its own program.
    { env: { NODE_ENV: 'production' }, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  private readonly lines: AsyncIterator<string>;
  private readonly gone: Promise<void>;
  private readonly sent = new Set<string>();

  constructor(known: readonly string[]) {
    const { child } = this;
    this.gone = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    // It may end before it has read everything; the end of its lines says so.
    child.on('error', () => {});
    child.stdin.on('error', () => {});
    this.lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    yieldToOthers(child.pid);
    this.tell({ paths: [...known] });
  }

  /** Null if the process ended over it. */
  async read(
    path: string,
    texts: Map<string, string>,
    fetchTexts: FetchTexts,
  ): Promise<ScriptAnalysis | null> {
    this.tellTexts([path], texts);
    for (let round = 0; round < mostRounds; round += 1) {
      const told = await this.ask(path);
      if (told === null || 'analysis' in told) return told?.analysis ?? null;
      const missing = told.asks.filter((each) => !texts.has(each));
      for (const [name, text] of missing.length === 0 ? [] : await fetchTexts(missing)) texts.set(name, text);
      // What can't be had has no text, so that it isn't asked for again.
      for (const each of missing) if (!texts.has(each)) texts.set(each, '');
      this.tellTexts(told.asks, texts);
    }
    return unread('The script imports files that import others in too many steps, so it was not read.');
  }

  async close(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.gone;
  }

  private async ask(path: string): Promise<FromReader | null> {
    const timer = setTimeout(() => this.child.kill('SIGKILL'), longestMsEach);
    this.tell({ read: path });
    const line = await this.lines.next();
    clearTimeout(timer);
    return line.done === true ? null : JSON.parse(line.value);
  }

  private tellTexts(paths: readonly string[], texts: ReadonlyMap<string, string>): void {
    for (const path of paths) {
      const text = texts.get(path);
      if (text === undefined || this.sent.has(path)) continue;
      this.sent.add(path);
      this.tell({ path, text });
    }
  }

  private tell(message: ToReader): void {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }
}

/** Clicks go first: nobody notices when a listing takes a little longer. */
function yieldToOthers(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has already ended, and the end of its lines says so.
  }
}
