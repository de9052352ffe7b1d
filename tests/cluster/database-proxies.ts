import { startPgbouncer } from '../support/doubles/poolers/pgbouncer';
import { startProxy } from '../support/doubles/real-proxies';
import type { Patroni } from './patroni';

/** A way to one of the servers, whichever has that role at the moment. */
export interface WayToServer {
  /** The address of the database through it. */
  url: string;
  stop(): Promise<void>;
}

/** Connections that all programs share; each has ten of its own at the pooler. */
const SERVER_CONNECTIONS = 10;

/** PgBouncer in transaction mode, which HAProxy leads to the server that takes changes. */
export async function startPooler({ url, members }: Pick<Patroni, 'url' | 'members'>): Promise<WayToServer> {
  const at = (origin: string) => addressAt(url, origin);
  const leader = await startProxy('haproxy', leadingTo('primary', members), 0);
  const pooler = await startPgbouncer(at(leader.origin), 'transaction', SERVER_CONNECTIONS);
  return {
    url: at(`http://127.0.0.1:${pooler.port}`),
    async stop() {
      await pooler.close();
      await leader.close();
    },
  };
}

/** The way to the server that follows the other. */
export async function startReplicaProxy({
  url,
  members,
}: Pick<Patroni, 'url' | 'members'>): Promise<WayToServer> {
  const standby = await startProxy('haproxy', leadingTo('replica', members), 0);
  return { url: addressAt(url, standby.origin), stop: () => standby.close() };
}

const addressAt = (url: string, origin: string): string => url.replace(/@[^/]+/, `@${new URL(origin).host}`);

/** As Patroni's documents say: its own address tells what a server is. */
const leadingTo = (role: 'primary' | 'replica', members: Patroni['members']) => `
defaults
  mode tcp
  timeout connect 5s
  timeout client 30m
  timeout server 30m
frontend postgres
  bind :443 ssl
  default_backend servers
backend servers
  option httpchk OPTIONS /${role}
  http-check expect status 200
  default-server inter 1s fall 1 rise 1 on-marked-down shutdown-sessions
${members.map(({ port, restPort }) => `  server at${port} 127.0.0.1:${port} check port ${restPort}`).join('\n')}
`;
