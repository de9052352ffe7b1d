import { startWorker } from '@/jobs/worker';
import { pool } from '@/server/base/database/db';
import { exitWithParent } from '@/server/base/exit-with-parent';
import { log } from '@/server/base/log';
import { flushTracing, startTracing } from '@/server/base/tracing/tracing';

const START_PATIENCE_MS = 5000;

/** The worker process. It serves the queue until it is told to stop or its parent is gone. */
const starting = startTracing('worker').then(startWorker);

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  // It may have taken runs while it starts, so the start ends first. While the database is down, it never does.
  const patience = setTimeout(() => process.exit(1), START_PATIENCE_MS);
  const worker = await starting;
  clearTimeout(patience);
  await worker.stop();
  await flushTracing();
  await pool().end();
  process.exit(0);
}

// Before it has started, which may take as long as the database is down.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
exitWithParent(() => void stop());

const { workerId, served } = await starting;
log().info({ worker: workerId }, 'The worker is ready');

served.catch((error) => {
  log().fatal({ err: error }, 'The worker can no longer read the queue');
  process.exit(1);
});
