import { subscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';
import { processWide } from '@/server/base/process-wide';

/** Connections that become idle while the process drains are closed within this time. */
const LOOK_EVERY_MS = 100;

const draining = () => processWide('draining', () => ({ servers: new Set<Server>(), isDraining: false }));

/** Notes the servers of this process, and asks callers to leave with their next response once it drains. */
export function noteServers(): void {
  const state = draining();
  subscribe('http.server.request.start', (message) => {
    const { server, response } = message as { server: Server; response: ServerResponse };
    state.servers.add(server);
    // Its response says `Connection: close`, so that a proxy doesn't use the connection again.
    if (state.isDraining) response.shouldKeepAlive = false;
  });
}

/**
 * The process is told to stop: idle connections are closed at once, others when their response is over. The server would
 * wait for each until a proxy gives it up.
 */
export function drain(): void {
  const state = draining();
  state.isDraining = true;
  const closeIdle = (): void => {
    for (const server of state.servers) server.closeIdleConnections();
  };
  closeIdle();
  setInterval(closeIdle, LOOK_EVERY_MS).unref();
}
