import { startPgbouncer } from '../support/doubles/poolers/pgbouncer';
import { startProxy } from '../support/doubles/real-proxies';
import type { Patroni } from './patroni';

/** PgBouncer in transaction mode, which HAProxy leads to the server that takes changes. */
export interface Pooler {
  /** The address of the database through it. */
  url: string;
  stop(): Promise<void>;
}

/** Connections that all programs share; each has ten of its own at the pooler. */
const SERVER_CONNECTIONS = 10;

export async function startPooler({ url, members }: Pick<Patroni, 'url' | 'members'>): Promise<Pooler> {
  const at = (origin: string) => url.replace(/@[^/]+/, `@${new URL(origin).host}`);
  const leader = await startProxy('haproxy', leading(members), 0);
  const pooler = await startPgbouncer(at(leader.origin), 'transaction', SERVER_CONNECTIONS);
  return {
    url: at(`http://127.0.0.1:${pooler.port}`),
    async stop() {
      await pooler.close();
      await leader.close();
    },
  };
}

/** As Patroni's documents say: its own address tells which server leads. */
const leading = (members: Patroni['members']) => `
defaults
  mode tcp
  timeout connect 5s
  timeout client 30m
  timeout server 30m
frontend postgres
  bind :443 ssl
  default_backend leader
backend leader
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 1 rise 1 on-marked-down shutdown-sessions
${members.map(({ port, restPort }) => `  server at${port} 127.0.0.1:${port} check port ${restPort}`).join('\n')}
`;
