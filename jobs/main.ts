import { startWorker } from '@/jobs/worker';
import { pool } from '@/server/base/database/db';
import { exitWithParent } from '@/server/base/exit-with-parent';
import { log } from '@/server/base/log';
import { flushTracing, startTracing } from '@/server/base/tracing/tracing';

const START_PATIENCE_MS = 5000;

/** The worker process. It serves the queue until it is told to stop or its parent is gone. */
const early = new AbortController();
const starting = startTracing('worker').then(() => startWorker(early.signal));
/** Null if it was told to stop while it waited for an operator. */
const started = starting.catch((error) => {
  if (early.signal.aborted) return null;
  throw error;
});

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  early.abort();
  // It may have taken runs while it starts, so the start ends first. While the database is down, it never does.
  const patience = setTimeout(() => process.exit(1), START_PATIENCE_MS);
  const worker = await started;
  clearTimeout(patience);
  await worker?.stop();
  await flushTracing();
  await pool().end();
  process.exit(0);
}

// Before it has started, which may take as long as the database is down.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
exitWithParent(() => void stop());

const running = await started;
if (running !== null) log().info({ worker: running.workerId }, 'The worker is ready');

running?.served.catch((error) => {
  log().fatal({ err: error }, 'The worker can no longer read the queue');
  process.exit(1);
});
