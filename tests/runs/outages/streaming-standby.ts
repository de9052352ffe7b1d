import { execFileSync } from 'node:child_process';
import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '@/scripts/postgres/connect';
import { forTests, type PostgresServer, startPostgres } from '@/scripts/postgres/postgres-server';

/** A primary and a standby that follows it over the network. */
export interface StreamingPair {
  primaryUrl: string;
  standbyUrl: string;
  /** Lets the standby receive, but not show, what the primary does. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  /** Makes the standby a primary of its own. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const SETTINGS = { ...forTests, wal_level: 'replica', max_wal_senders: '4' };

/**
 * Starts both. The standby is a copy of the primary's files, since the embedded Postgres ships without the program that
 * copies a running one.
 *
 * @param prepare fills the primary before it is copied
 */
export async function startStreamingPair(prepare: (url: string) => Promise<void>): Promise<StreamingPair> {
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-pair-'));
  await chmod(folder, 0o755);
  const [first, second] = [join(folder, 'primary'), join(folder, 'standby')];
  const filled = await startPostgres(first, SETTINGS);
  await prepare(filled.superuserUrl());
  await filled.stop();
  execFileSync('cp', ['-a', first, second]);
  await rm(join(second, 'port'));
  const primary = await startPostgres(first, SETTINGS);
  const { port, username, password } = new URL(primary.superuserUrl());
  const cluster = join(second, 'cluster');
  await appendFile(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
  );
  // Any file with that name and the owner of the others will do.
  execFileSync('cp', ['-a', join(cluster, 'PG_VERSION'), join(cluster, 'standby.signal')]);
  let standby: PostgresServer = await startPostgres(second, SETTINGS);
  const onStandby = (statement: string) =>
    withClient(standby.superuserUrl(), async (client) => void (await client.query(statement)));
  return {
    primaryUrl: primary.superuserUrl(),
    standbyUrl: standby.superuserUrl(),
    pause: () => onStandby('select pg_wal_replay_pause()'),
    resume: () => onStandby('select pg_wal_replay_resume()'),
    stopStandby: () => standby.stop(),
    async startStandby() {
      standby = await startPostgres(second, SETTINGS);
    },
    promote: () => onStandby('select pg_promote()'),
    async stop() {
      await standby.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
