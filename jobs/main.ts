import { startWorker } from '@/jobs/worker';
import { pool } from '@/server/db';
import { exitWithParent } from '@/server/exit-with-parent';
import { log } from '@/server/log';

/** The worker process. It serves the queue until it is told to stop or its parent is gone. */
const worker = await startWorker();
log().info({ worker: worker.workerId }, 'The worker is ready');

worker.served.catch((error) => {
  log().fatal({ err: error }, 'The worker can no longer read the queue');
  process.exit(1);
});

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await worker.stop();
  await pool().end();
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
exitWithParent(() => void stop());
