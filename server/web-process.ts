import { env } from '@/server/env';
import { exitWithParent } from '@/server/exit-with-parent';
import { noteClientAddresses } from '@/server/http/client-address';
import { endAllStreams } from '@/server/http/event-stream';
import { log } from '@/server/log';
import { watchRun } from '@/server/queue/run-changes';

/**
 * What the web process does besides responding: it checks its configuration before the first request, records where
 * callers are, opens the listening connection, and ends event streams when it is told to stop, since the server waits
 * for them.
 */
export function startWebProcess(): void {
  noteClientAddresses(env().trustedProxies);
  // Opens the connection early, so that the first caller need not wait for it. No run has this id.
  watchRun(0, () => {})();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endAllStreams);
  exitWithParent(() => {
    endAllStreams();
    process.exit(0);
  });
  log().info('The web process is ready');
}
