import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { withClient } from '@/scripts/postgres/connect';
import { startPostgres } from '@/scripts/postgres/postgres-server';
import { pool } from '@/server/base/database/db';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { directoryOrgs } from '@/server/people/directory/first-org';
import { syncGroups, syncPeople } from '@/server/people/directory/sync';
import { fillGraph } from '../support/doubles/fill-graph';
import { startGraphDouble, trustTestAuthority } from '../support/doubles/graph-double';

const USERS = 10_000;
const GROUPS = 1_000;
const MEMBERS_PER_GROUP = 100;

const audit = { actorUserId: null, requestId: null, address: null };

/** How long it takes to sync a large directory for the first time, and again. */
export async function benchDirectory(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-bench-'));
  await chmod(folder, 0o755);
  const server = await startPostgres(join(folder, 'own'));
  trustTestAuthority();
  const graph = await startGraphDouble();
  try {
    await withClient(server.superuserUrl(), (client) => client.query('create database pushboard'));
    const databaseUrl = server.superuserUrl('pushboard');
    await applyMigrations(databaseUrl);
    Object.assign(process.env, {
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
      LOG_LEVEL: 'silent',
      ...graph.variables,
    });
    fillGraph(graph.directory, USERS, GROUPS, MEMBERS_PER_GROUP);
    const [orgId = ''] = await directoryOrgs(audit);
    console.log(
      `\nA directory of ${USERS} people and ${GROUPS} groups with ${MEMBERS_PER_GROUP} members each`,
    );
    for (const round of ['first sync', 'second sync', 'everything read again']) {
      if (round === 'everything read again') graph.directory.expireLinks();
      await timed(`${round}, people`, () => syncPeople(orgId, audit));
      await timed(`${round}, groups`, () => syncGroups(orgId, audit));
    }
    await pool().end();
  } finally {
    await graph.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed(name: string, sync: () => ReturnType<typeof syncPeople>): Promise<void> {
  const startedAtMs = performance.now();
  const { state, additions, updates, deletions, alreadyAdded } = await sync();
  const took = ((performance.now() - startedAtMs) / 1000).toFixed(2).padStart(7);
  console.log(
    `${name.padEnd(34)}${took} s   ${state}: ${additions} added, ${updates} updated, ${deletions} deleted, ${alreadyAdded} unchanged`,
  );
}
