import type { Client } from 'pg';

/** The size of an organization that has grown for years. */
export const LIBRARY = { commands: 5_000, folders: 300, people: 300, groups: 20 };

/**
 * Fills an organization with folders and commands, and with people and groups who have them in every way: by own grants,
 * by groups, by folders. `ownerId` created all of it and is an admin; the person `demo-bench-1` has some forty commands.
 */
export async function fillLibrary(
  client: Client,
  orgId: string,
  ownerId: string,
  { commands, folders, people, groups } = LIBRARY,
): Promise<void> {
  const statements: [text: string, values: unknown[]][] = [
    [
      `insert into "user" (user_id, name, email)
       select 'demo-bench-' || i, 'Person ' || i, 'person' || i || '@example.com' from generate_series(1, $1::int) i`,
      [people],
    ],
    [
      `insert into membership (org_id, user_id, role)
       select $1, 'demo-bench-' || i, case when i % 60 = 0 then 'admin' else 'member' end::org_role
       from generate_series(1, $2::int) i`,
      [orgId, people],
    ],
    [
      `insert into user_group (group_id, org_id, name)
       select 'bench-group-' || i, $1, 'Group ' || i from generate_series(1, $2::int) i`,
      [orgId, groups],
    ],
    [
      `insert into group_member (org_id, group_id, user_id)
       select $1, 'bench-group-' || (i % $2::int + 1), 'demo-bench-' || i from generate_series(1, $3::int) i`,
      [orgId, groups, people],
    ],
    [
      `insert into folder (org_id, name) select $1, 'Folder ' || i from generate_series(1, $2::int) i`,
      [orgId, folders],
    ],
    [
      `with source as (
         insert into credential (org_id, source_kind, name, settings)
         values ($1, 'postgres', 'Bench', '{"host":"db.invalid"}') returning credential_id
       ), described as (
         insert into template (org_id, credential_id, source_kind, cloud_id, cloud_name, executable)
         select $1, credential_id, 'postgres', 'bench::' || i, 'shop.routine_' || i || '(integer, text)', '{}'
         from source, generate_series(1, $2::int) i returning template_id
       ), placed as (
         select array_agg(folder_id) as ids from folder where org_id = $1 and name like 'Folder %'
       )
       insert into command (org_id, template_id, folder_id, name, description, created_by_user_id, is_hidden)
       select $1, template_id,
         case when n % 20 = 0 then null else placed.ids[n % cardinality(placed.ids) + 1] end,
         (array['Refund','Restock','Report','Undo','Look up'])[n % 5 + 1] || ' ' ||
           (array['order','invoice','customer','payout'])[n % 4 + 1] || ' ' || n,
         'What command ' || n || ' does, in a line', $3, n % 200 = 0
       from (select template_id, row_number() over ()::int as n from described) d, placed`,
      [orgId, commands, ownerId],
    ],
    [
      `insert into command_user_grant (org_id, command_id, user_id, role)
       select org_id, command_id, 'demo-bench-' || ((command_id * 7 + i * 31) % $2::int + 1),
         case when i = 0 then 'admin' else 'runner' end::access_role
       from command, generate_series(0, 2) i where org_id = $1 and name ~ ' \\d+$' on conflict do nothing`,
      [orgId, people],
    ],
    [
      `insert into command_group_grant (org_id, command_id, group_id, role)
       select org_id, command_id, 'bench-group-' || (command_id % $2::int + 1), 'runner'
       from command where org_id = $1 and command_id % 25 = 0 and name ~ ' \\d+$'`,
      [orgId, groups],
    ],
    [
      `insert into folder_user_grant (org_id, folder_id, user_id, role)
       select org_id, folder_id, 'demo-bench-' || (folder_id % 50 + 200), 'admin'
       from folder where org_id = $1 and folder_id % 3 = 0`,
      [orgId],
    ],
    ['analyze', []],
  ];
  for (const [text, values] of statements) await client.query(text, values);
}
