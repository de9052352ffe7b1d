import type { Client } from 'pg';
import { withClient } from '@/scripts/postgres/connect';
import { startBenchApp } from './support/bench-app';
import { fillLibrary } from './support/fill-library';
import { printTable } from './support/measure';
import { logDuration, timeRequests } from './support/time-requests';

const ORG = 'sandbox-1';
const OWNER = 'demo-dana';
const MEMBER = 'demo-bench-7';
const COLLEAGUE = 'demo-bench-8';
const ADMIN = 'demo-bench-60';
const SIZES = { commands: 5_000, folders: 500, people: 5_000, groups: 500 };
const GRANTS = 20_000;

/** Who has what, in an organization of thousands; each response should take the server less than 200 ms. */
export async function benchAccess(): Promise<void> {
  const app = await startBenchApp('select 1');
  try {
    const { command, folder, grants } = await withClient(app.databaseUrl, (client) =>
      logDuration('Filling the organization', () => fillAccess(client)),
    );
    console.log(`${JSON.stringify(SIZES)}, ${grants} grants`);
    for (const as of [OWNER, MEMBER]) {
      const questions = {
        'skinny-kits, as the library asks': `/${ORG}/skinny-kits?filter=is_hidden:false&people=brief`,
        'directories, as the library asks': `/${ORG}/directories?sort=name&only=names`,
        'directories, with everyone': `/${ORG}/directories?sort=name`,
        'kits/{id}/users': `/${ORG}/kits/${command.usual}/users`,
        'kits/{id}/users, shared with all': `/${ORG}/kits/${command.ofAll}/users`,
        'directories/{id}': `/${ORG}/directories/${folder.usual}`,
        'directories/{id}, shared with all': `/${ORG}/directories/${folder.ofAll}`,
        'kits/{id}/users/{id}/access': `/${ORG}/kits/${command.ofAll}/users/${MEMBER}/access`,
        'skinny-kits-diff of a member': `/${ORG}/skinny-kits-diff/${COLLEAGUE}`,
        'skinny-kits-diff of an admin, who has all': `/${ORG}/skinny-kits-diff/${ADMIN}`,
        'recipients, nothing typed': `/${ORG}/recipients`,
        'recipients, a name': `/${ORG}/recipients?search=person%2049`,
        members: `/${ORG}/members?filter=is_deleted:False`,
        groups: `/${ORG}/groups`,
      };
      printTable(`Requests of ${as} (milliseconds)`, await timeRequests(app, as, questions));
    }
  } finally {
    await app.stop();
  }
}

interface Filled {
  command: { usual: number; ofAll: number };
  folder: { usual: number; ofAll: number };
  grants: number;
}

/** The library's organization, larger, with a command and a folder for a group of everyone, and more grants. */
async function fillAccess(client: Client): Promise<Filled> {
  await fillLibrary(client, ORG, OWNER, SIZES);
  await client.query(
    `insert into user_group (group_id, org_id, name) values ('bench-all', $1, 'Everybody')`,
    [ORG],
  );
  await client.query(
    `insert into group_member (org_id, group_id, user_id) select org_id, 'bench-all', user_id from membership where org_id = $1`,
    [ORG],
  );
  await client.query(
    `insert into folder_group_grant (org_id, folder_id, group_id, role)
     select org_id, folder_id, 'bench-group-' || (folder_id % $2::int + 1), 'runner' from folder where org_id = $1`,
    [ORG, SIZES.groups],
  );
  const [ofAll, usual] = await idsOf(client, 'command');
  const [usualFolder, folderOfAll] = await idsOf(client, 'folder');
  // Separates what everyone has from what a few have.
  await client.query('update command set folder_id = $1 where command_id = any($2)', [
    usualFolder,
    [usual, ofAll],
  ]);
  await client.query(
    `insert into command_group_grant (org_id, command_id, group_id, role) values ($1, $2, 'bench-all', 'runner')`,
    [ORG, ofAll],
  );
  await client.query(
    `insert into folder_group_grant (org_id, folder_id, group_id, role) values ($1, $2, 'bench-all', 'runner')`,
    [ORG, folderOfAll],
  );
  // The member in question has the usual command and folder.
  await client.query(
    `insert into command_user_grant (org_id, command_id, user_id, role) values ($1, $2, $3, 'runner') on conflict do nothing`,
    [ORG, usual, MEMBER],
  );
  await client.query(
    `insert into folder_user_grant (org_id, folder_id, user_id, role) values ($1, $2, $3, 'runner') on conflict do nothing`,
    [ORG, usualFolder, MEMBER],
  );
  const before = await countGrants(client);
  await client.query(
    `insert into command_group_grant (org_id, command_id, group_id, role)
     select c.org_id, c.command_id, 'bench-group-' || ((c.command_id * 13) % $2::int + 1), 'runner'
     from command c where c.org_id = $1 and c.name ~ ' \\d+$' order by c.command_id limit $3 on conflict do nothing`,
    [ORG, SIZES.groups, Math.max(0, GRANTS - before)],
  );
  await client.query('analyze');
  return {
    command: { usual, ofAll },
    folder: { usual: usualFolder, ofAll: folderOfAll },
    grants: await countGrants(client),
  };
}

async function idsOf(client: Client, table: 'command' | 'folder'): Promise<[number, number]> {
  const { rows } = await client.query<{ id: number }>(
    `select ${table}_id as id from ${table} where org_id = $1 and name ~ '\\d+$' order by ${table}_id limit 2`,
    [ORG],
  );
  const [first, second] = rows;
  if (first === undefined || second === undefined) throw new Error(`There is no ${table}`);
  return [first.id, second.id];
}

async function countGrants(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select ((select count(*) from command_user_grant) + (select count(*) from command_group_grant)
       + (select count(*) from folder_user_grant) + (select count(*) from folder_group_grant))::int as count`,
  );
  return rows[0]?.count ?? 0;
}
