import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { callApp, commitRoutine, connectSource, SANDBOX } from '../support/doubles/remote-app';
import { startBenchApp } from './support/bench-app';
import { timingOf } from './support/measure';
import { benchMillionInBrowser } from './support/million-in-browser';

const ROWS = 1_000_000;

const SOURCE = `create function wide(rows integer)
  returns table (a integer, b bigint, c numeric, d text, e boolean, f timestamptz, g date, h uuid, i double precision, j text)
  language sql stable as $$
    select n, n * 1000000007::bigint, n / 7.0, 'row ' || n, n % 2 = 0, timestamptz '2026-01-01' + n * interval '1 second',
      date '2026-01-01' + n % 365, md5(n::text)::uuid, n / 3.0::double precision, 'a longer text, with a comma, of row ' || n
    from generate_series(1, rows) n $$`;

const shown = z.object({
  status: z.string(),
  is_partial: z.boolean(),
  total_rows_returned: z.int().nullable(),
  payload: z.object({ rows: z.array(z.unknown()) }).nullable(),
});

/** The process of the worker that serves a data folder; the bench started the only one. */
function workerPid(dataDir: string): number {
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      if (!readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes('.build/worker.mjs')) continue;
      if (readFileSync(`/proc/${entry}/environ`, 'utf8').includes(dataDir)) return Number(entry);
    } catch {
      // Ended meanwhile, or another user's.
    }
  }
  throw new Error('There is no worker');
}

/** The peak memory of a process, in MB (Linux: VmHWM). */
function peakMemoryMb(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

/** A million rows of ten columns: when the first ones are readable, the worker's memory, and the speed of downloads. */
export async function benchMillionRows(): Promise<void> {
  const app = await startBenchApp(SOURCE);
  try {
    const { origin } = app;
    const credsId = await connectSource(origin, app.sourceUrl);
    const { kitId, olId } = await commitRoutine(origin, credsId, 'public.wide(integer)');
    const pid = workerPid(app.dataDir);
    const idleMb = peakMemoryMb(pid);

    const { run_id: runId } = z
      .object({ run_id: z.int() })
      .parse(await callApp(origin, 'POST', `/${SANDBOX}/run-async-i`, { olId, kitId }));
    await callApp(origin, 'POST', `/${SANDBOX}/run-async-ii`, {
      runrams: { rows: ROWS },
      olId,
      runId,
      kitId,
    });
    const startedAt = performance.now();
    const since = () => (performance.now() - startedAt) / 1000;
    let firstRows: number | null = null;
    for (;;) {
      const run = shown.parse(await callApp(origin, 'GET', `/${SANDBOX}/kits/${kitId}/runs/${runId}`));
      if (firstRows === null && (run.payload?.rows.length ?? 0) > 0) firstRows = since();
      if (run.status === 'success') break;
      if (run.status === 'failed') throw new Error('The run failed');
      await sleep(20);
    }
    console.log(`\n1,000,000 rows × 10 columns`);
    console.log(`  first rows readable after  ${firstRows?.toFixed(2)} s`);
    console.log(`  whole run                  ${since().toFixed(2)} s`);
    console.log(
      `  worker's memory            ${idleMb.toFixed(0)} MB before, at most ${peakMemoryMb(pid).toFixed(0)} MB`,
    );

    const csv = await seconds(() => download(origin, runId, 'csv'));
    const copy = await seconds(() => psqlCopy(app.sourceUrl));
    console.log(`  CSV                        ${csv.toFixed(2)} s`);
    console.log(
      `  psql \\copy of the same      ${copy.toFixed(2)} s; ratio of speeds ${(copy / csv).toFixed(2)}`,
    );
    console.log(
      `  JSON                       ${(await seconds(() => download(origin, runId, 'json'))).toFixed(2)} s`,
    );
    console.log(
      `  XLSX                       ${(await seconds(() => download(origin, runId, 'xlsx'))).toFixed(2)} s`,
    );
    console.log(`  worker's memory with it    at most ${peakMemoryMb(pid).toFixed(0)} MB`);

    await benchRows((query) =>
      callApp(origin, 'GET', `/${SANDBOX}/kits/${kitId}/runs/${runId}/rows?${query}`),
    );
    await benchMillionInBrowser(app, { kitId, runId });
  } finally {
    await app.stop();
  }
}

/** What people do with all the rows of a result, each for the first time unless it says otherwise. */
async function benchRows(read: (query: string) => Promise<unknown>): Promise<void> {
  const timed = async (words: string, query: string): Promise<number> => {
    const ms = 1000 * (await seconds(() => read(query)));
    console.log(`  ${words.padEnd(32)} ${ms.toFixed(0)} ms`);
    return ms;
  };
  await timed('opened, a page from the middle', 'from=500000');
  await timed('a page from the end', 'from=999000');
  const sorts: number[] = [];
  for (const [words, column] of sortedColumns) {
    sorts.push(await timed(`sorted by ${words}, first time`, `sort=${column}&sortDesc=true`));
    await timed(`sorted by ${words}, page 900`, `sort=${column}&sortDesc=true&from=900000`);
  }
  const filters: number[] = [];
  for (const [words, query] of filtered) filters.push(await timed(words, query));
  for (const [words, took] of [
    ['sorted', sorts],
    ['filtered', filters],
  ] as const) {
    const { median, slowest } = timingOf(took);
    console.log(`  ${words}, first times: median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`);
  }
}

const sortedColumns: [string, number][] = [
  ['integer', 0],
  ['numeric', 2],
  ['short text', 3],
  ['time', 5],
  ['date', 6],
  ['uuid', 7],
  ['double', 8],
  ['long text', 9],
];

const filtered: [string, string][] = [
  ['filtered, 1,111 rows', 'search=row 99912'],
  ['filtered, all rows', 'search=longer'],
  ['filtered by a column, half', 'filter=4:true'],
  ['filtered by text, 1,111 rows', 'filter=3:99912'],
  ['filtered and sorted, page 400', 'filter=4:true&sort=2&from=400000'],
];

/** Downloads the whole file; the digest ensures that every byte is read. */
async function download(origin: string, runId: number, format: string): Promise<string> {
  const { url } = z
    .object({ url: z.string() })
    .parse(await callApp(origin, 'GET', `/${SANDBOX}/runs/${runId}/download-link/${format}`));
  const response = await fetch(new URL(new URL(url).pathname + new URL(url).search, origin), {
    headers: { 'x-demo-user-id': 'demo-dana' },
  });
  if (!response.ok || response.body === null) throw new Error(`The download returned ${response.status}`);
  const hash = createHash('sha1');
  for await (const chunk of response.body) hash.update(chunk);
  return hash.digest('hex');
}

async function psqlCopy(sourceUrl: string): Promise<void> {
  if (spawnSync('psql', ['--version']).error)
    throw new Error('This bench compares with psql, which is not installed');
  const copy = `\\copy (select * from wide(${ROWS})) to '/dev/null' csv header`;
  await promisify(execFile)('psql', ['-X', '-q', '-c', copy, sourceUrl]);
}
