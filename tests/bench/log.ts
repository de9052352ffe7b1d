import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ADMIN, callApp, commitRoutine, connectSource, SANDBOX } from '../support/doubles/remote-app';
import { startBenchApp } from './support/bench-app';

const PAGES = 20;
const LINES = 50_000;
const LINE_CHARS = 1000;
const SECONDS = Number(process.env.LOG_SECONDS ?? 60);

/** Fifty lines, a pause, and so on: 50 MB within a minute. */
const SOURCE = `
  create function talk() returns void language plpgsql as $$ begin
    for piece in 1..${LINES / 50} loop
      for line in 1..50 loop raise info '%', repeat('x', ${LINE_CHARS - 1}); end loop;
      perform pg_sleep(${(SECONDS / (LINES / 50)).toFixed(4)});
    end loop; end $$;`;

/** The cost of following a log of 50 MB on 20 pages. */
export async function benchLog(): Promise<void> {
  const app = await startBenchApp(SOURCE);
  try {
    const { origin } = app;
    const credsId = await connectSource(origin, app.sourceUrl);
    const { kitId, olId } = await commitRoutine(origin, credsId, 'public.talk()');
    const created = await callApp(origin, 'POST', `/${SANDBOX}/run-async-i`, { kitId, olId });
    const { run_id: runId } = z.object({ run_id: z.int() }).parse(created);
    await callApp(origin, 'POST', `/${SANDBOX}/run-async-ii`, { kitId, olId, runId, runrams: {} });
    const startedAtMs = performance.now();
    const memory = watchMemory();
    const url = `${origin}/api/v1/${SANDBOX}/kits/${kitId}/runs/${runId}/events`;
    const read = await Promise.all(Array.from({ length: PAGES }, () => readLog(url)));
    const seconds = (performance.now() - startedAtMs) / 1000;
    const peaks = await memory.stop();
    const whole = LINES * LINE_CHARS - 1;
    console.log(
      `\nA log of ${(whole / 1e6).toFixed(0)} MB, followed by ${PAGES} pages for ${seconds.toFixed(0)} s`,
    );
    console.log(
      `Share of the log that each has read: ${[...new Set(read.map((chars) => (chars / whole).toFixed(4)))].join(', ')}`,
    );
    console.log(`Memory at most: worker ${peaks.worker} MB, web ${peaks.web} MB`);
  } finally {
    await app.stop();
  }
}

const logData = z.object({ logging_message: z.string() });

/** Follows a run to its end, as a page does. Returns how many characters of its log were sent. */
async function readLog(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'x-demo-user-id': ADMIN } });
  const decoder = new TextDecoder();
  let chars = 0;
  let rest = '';
  for await (const chunk of response.body ?? []) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^event: log$[\s\S]*?^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined) chars += logData.parse(JSON.parse(data)).logging_message.length;
    }
  }
  return chars;
}

/** The peak memory of the machine's newest worker and web process, in MB. */
function watchMemory() {
  const peaks = { worker: 0, web: 0 };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      for (const [name, pattern] of [
        ['worker', '.build/worker.mjs'],
        ['web', 'next-server'],
      ] as const) {
        peaks[name] = Math.max(peaks[name], await memoryOf(pattern));
      }
      await sleep(500);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return peaks;
    },
  };
}

async function memoryOf(pattern: string): Promise<number> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  for (const pid of processes.sort((a, b) => b - a)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes(pattern)) continue;
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000);
  }
  return 0;
}
