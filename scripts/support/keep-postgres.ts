import { type PostgresServer, startPostgres } from './postgres-server';
import { serverState } from './postgres-state';

const lookEveryMs = 1_000;

/**
 * Starts the embedded server again when it has died. It comes back on its port, so that addresses stay true;
 * web and worker connect again by themselves.
 * @returns ends the watch
 */
export function keepPostgres(server: PostgresServer): () => void {
  let isBusy = false;
  let isOver = false;
  const look = async () => {
    if (isBusy || isOver || serverState(server.cluster).running) return;
    isBusy = true;
    console.error('Postgres ended by itself; starting it again.');
    try {
      await startPostgres(server.folder);
      if (isOver) await server.stop();
    } catch (error) {
      // What the dead server left in memory may need a moment to go: the next look tries again.
      console.error(error instanceof Error ? error.message : error);
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(() => void look(), lookEveryMs);
  timer.unref();
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
