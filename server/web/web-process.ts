import { watchReplica } from '@/server/base/database/replica';
import { env } from '@/server/base/env';
import { lentAdvice } from '@/server/base/env-issuers';
import { watchRun } from '@/server/base/events/run-changes';
import { exitWithParent } from '@/server/base/exit-with-parent';
import { log } from '@/server/base/log';
import { flushTracing, startTracing } from '@/server/base/tracing/tracing';
import { drain, noteServers } from '@/server/http/doors/draining';
import { guardFrontDoor } from '@/server/http/doors/front-door';
import { describeRefusedMethods } from '@/server/http/doors/method-not-allowed';
import { countWebProcess } from '@/server/http/limits/web-processes';
import { measureRequests } from '@/server/http/metrics/measure-requests';
import { noteClientAddresses } from '@/server/http/requests/client-address';
import { addDefaultHeaders } from '@/server/http/responses/default-headers';
import { endAllStreams } from '@/server/http/responses/event-stream';

const UNTRUSTED_PROXY =
  'A proxy is in front of Pushboard, but TRUSTED_PROXIES is not set: all callers have the address of the proxy, so they share the limits on sign-in, and the audit log does not say where they are. Set TRUSTED_PROXIES to the address of the proxy.';

/**
 * What the web process does apart from answering requests: it checks its configuration first, gives every answer its
 * headers and every refused method a body, notes where callers are and how long requests took, guards the front door, opens the
 * listening connection, counts itself among the web processes, watches the replica, and ends event streams and idle connections when it is told to stop, since the server waits for them.
 */
export async function startWebProcess(): Promise<void> {
  const { appUrl, trustedProxies, lentTo } = env();
  await startTracing('web');
  const isBehindTls = appUrl.startsWith('https:');
  addDefaultHeaders(isBehindTls);
  describeRefusedMethods();
  noteClientAddresses(trustedProxies, () => log().warn(UNTRUSTED_PROXY));
  if (isBehindTls && trustedProxies.length === 0) log().warn(UNTRUSTED_PROXY);
  if (lentTo.length > 0) log().warn(lentAdvice(lentTo));
  noteServers();
  measureRequests();
  guardFrontDoor();
  // Nobody's run: it only opens the connection, so that the first caller need not wait for it.
  watchRun(0, () => {})();
  const leave = countWebProcess();
  const leaveReplica = watchReplica();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process
      .on(signal, leave)
      .on(signal, leaveReplica)
      .on(signal, endAllStreams)
      .on(signal, drain)
      .on(signal, () => void flushTracing());
  exitWithParent(() => {
    endAllStreams();
    void flushTracing().finally(() => process.exit(0));
  });
  log().info('The web process is ready');
}
