import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '@/scripts/postgres/connect';
import { forTests, startPostgres } from '@/scripts/postgres/postgres-server';
import { freePorts } from '@/scripts/starting/free-port';
import { waitUntilReady } from '@/scripts/starting/readiness';
import { runPrepare } from '@/scripts/starting/run-prepare';
import { workspacePrograms } from '@/scripts/starting/workspace-programs';
import { readEnv } from '@/server/base/env';
import { KeptProgram } from '../faults/kept-program';
import { startProxy } from '../support/doubles/real-proxies';
import { startPooler, startReplicaProxy } from './database-proxies';
import { type Patroni, startPatroni } from './patroni';

/** Two web processes behind HAProxy, two workers, and a Postgres of two servers. */
export interface Cluster {
  /** Where people go: the proxy. */
  origin: string;
  databaseUrl: string;
  /** What all programs are started with. */
  variables: Readonly<Record<string, string>>;
  /** A source that nothing happens to. */
  sourceUrl: string;
  /** web and worker in turn, the first of each before the second. */
  programs: readonly { name: string; program: KeptProgram }[];
  patroni: Patroni;
  stop(): Promise<void>;
}

const READY_PATIENCE_MS = 120_000;

/**
 * @param isPooled whether all programs reach the database through PgBouncer in transaction mode
 * @param readsReplica whether web processes read what reads much at the standby
 * @param checkout the folder of another built checkout, such as that of the last release: the first web process and the
 *   first worker are its own, on a database that it prepared and this version has migrated since
 */
export async function startCluster(
  sourceStatements: string,
  { isPooled, readsReplica, checkout }: { isPooled: boolean; readsReplica: boolean; checkout?: string },
): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-cluster-'));
  await chmod(folder, 0o755);
  const patroni = await startPatroni();
  const pooler = isPooled ? await startPooler(patroni) : undefined;
  const replica = readsReplica ? await startReplicaProxy(patroni) : undefined;
  const source = await startPostgres(join(folder, 'source'), forTests);
  await withClient(source.superuserUrl(), (client) => client.query(sourceStatements));
  const [proxied, ...ports] = await freePorts(3);
  const origin = `http://127.0.0.1:${proxied}`;
  const variables = {
    NODE_ENV: 'production',
    DATABASE_URL: pooler?.url ?? patroni.url,
    DATABASE_DIRECT_URL: patroni.url,
    ...(replica === undefined ? {} : { DATABASE_REPLICA_URL: replica.url }),
    DATA_DIR: join(folder, 'data'),
    ENCRYPTION_KEYS: `cluster:${randomBytes(32).toString('base64')}`,
    APP_URL: origin,
    REQUESTS_PER_SECOND: '100000',
    REQUEST_BURST: '100000',
    REQUESTS_AT_ONCE: '100000',
    LOG_LEVEL: process.env.FAULTS_LOG ?? 'silent',
  };
  const launch = (port: number, folder?: string) =>
    workspacePrograms({
      env: readEnv({ ...variables, PORT: String(port) }),
      development: false,
      variables,
      logFolder: undefined,
    }).map((program) => ({
      name: folder === undefined ? program.name : `${program.name} of the other version`,
      program: new KeptProgram(program, folder),
    }));
  const [firstPort = 0, ...otherPorts] = ports;
  if (checkout !== undefined) prepareBy(checkout, variables);
  const first = checkout === undefined ? [] : launch(firstPort, checkout);
  if (checkout !== undefined) await isReady(firstPort);
  await runPrepare(variables);
  const programs = [
    ...(checkout === undefined ? launch(firstPort) : first),
    ...otherPorts.flatMap((port) => launch(port)),
  ];
  for (const port of ports) await isReady(port);
  const proxy = await startProxy('haproxy', balancer(ports), ports[0] ?? 0, proxied);
  return {
    origin,
    databaseUrl: patroni.url,
    variables,
    sourceUrl: source.superuserUrl(),
    programs,
    patroni,
    async stop() {
      await Promise.all(programs.map(({ program }) => program.stop()));
      await proxy.close();
      await pooler?.stop();
      await replica?.stop();
      await patroni.stop();
      await source.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

const isReady = (port: number): Promise<void> =>
  waitUntilReady(`http://localhost:${port}`, READY_PATIENCE_MS, () => false);

/** Creates the schema of another version, by its own program. */
function prepareBy(folder: string, variables: Readonly<Record<string, string>>): void {
  execFileSync(process.execPath, ['.build/prepare.mjs', 'all'], {
    cwd: folder,
    env: { ...process.env, ...variables },
    stdio: 'inherit',
  });
}

/** Asks each web process every second whether it is ready, and gives a connection that was refused to the other. */
const balancer = (ports: readonly number[]) => `
defaults
  mode http
  timeout connect 5s
  timeout client 75s
  timeout server 75s
  timeout http-request 10s
  retries 2
  option redispatch 1
frontend pushboard
  bind :443 ssl
  default_backend web
backend web
  balance roundrobin
  option httpchk GET /readyz
${ports.map((port) => `  server web${port} 127.0.0.1:${port} check inter 1s fall 1 rise 1`).join('\n')}
`;
