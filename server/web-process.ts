import { env } from '@/server/env';
import { exitWithParent } from '@/server/exit-with-parent';
import { noteClientAddresses } from '@/server/http/client-address';
import { addDefaultHeaders } from '@/server/http/default-headers';
import { guardFrontDoor } from '@/server/http/doors/front-door';
import { endAllStreams } from '@/server/http/event-stream';
import { describeRefusedMethods } from '@/server/http/method-not-allowed';
import { log } from '@/server/log';
import { measureRequests } from '@/server/metrics/measure-requests';
import { watchRun } from '@/server/queue/run-changes';

const UNTRUSTED_PROXY =
  'A proxy is in front of Pushboard, but TRUSTED_PROXIES is not set: all callers have the address of the proxy, so they share the limits on sign-in, and the audit log does not say where they are. Set TRUSTED_PROXIES to the address of the proxy.';

/**
 * What the web process does apart from answering requests: it checks its configuration first, gives every answer its
 * headers and every refused method a body, notes where callers are and how long requests took, guards the front door, opens the
 * listening connection, and ends event streams when it is told to stop, since the server waits for them.
 */
export function startWebProcess(): void {
  const { appUrl, trustedProxies } = env();
  const isBehindTls = appUrl.startsWith('https:');
  addDefaultHeaders(isBehindTls);
  describeRefusedMethods();
  noteClientAddresses(trustedProxies, () => log().warn(UNTRUSTED_PROXY));
  if (isBehindTls && trustedProxies.length === 0) log().warn(UNTRUSTED_PROXY);
  measureRequests();
  guardFrontDoor();
  // Nobody's run: it only opens the connection, so that the first caller need not wait for it.
  watchRun(0, () => {})();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endAllStreams);
  exitWithParent(() => {
    endAllStreams();
    process.exit(0);
  });
  log().info('The web process is ready');
}
