import { isFree } from '../starting/free-port';
import { type PostgresServer, startPostgres } from './postgres-server';
import { serverState } from './postgres-state';

const lookEveryMs = 1_000;

/**
 * Restarts the embedded server if it dies. It keeps its port, so that addresses stay valid; web and worker reconnect by
 * themselves.
 * @returns a function that stops watching
 */
export function keepPostgres(server: PostgresServer): () => void {
  let isBusy = false;
  let isOver = false;
  const look = async () => {
    if (isBusy || isOver || serverState(server.cluster).running) return;
    isBusy = true;
    console.error('Postgres stopped unexpectedly; restarting it.');
    try {
      // On another port, no program would find it: the next look tries again.
      if (!(await isFree(server.port))) throw new Error(`Its port, ${server.port}, is taken.`);
      await startPostgres(server.folder);
      if (isOver) await server.stop();
    } catch (error) {
      // The shared memory of the dead server may take a moment to go: the next look tries again.
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
