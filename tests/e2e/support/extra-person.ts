import { withAppDatabase } from './app-database';

/** Creates a person for one journey, whom the others don't see. In no organization yet, and shown around already. */
export async function addPerson(userId: string, name: string): Promise<void> {
  await withAppDatabase((client) =>
    client.query(
      `insert into "user" (user_id, name, email, tour_ended_at) values ($1, $2, $1 || '@pushboard.example', now())`,
      [userId, name],
    ),
  );
}

/** Deletes the person and everything they created. */
export async function takeAwayPerson(userId: string): Promise<void> {
  await withAppDatabase(async (client) => {
    await client.query(
      `delete from org where org_id in (select org_id from membership where user_id = $1 and role = 'admin')`,
      [userId],
    );
    await client.query('delete from "user" where user_id = $1', [userId]);
  });
}

/** Gives an organization, by its slug, a folder and so many commands of a source that doesn't exist. */
export async function fillOrganization(slug: string, commands: number): Promise<void> {
  await withAppDatabase((client) =>
    client.query(
      `with org_of as (
         select s.org_id, m.user_id from org_slug s join membership m on m.org_id = s.org_id and m.role = 'admin'
         where s.slug = $1
       ), place as (
         insert into folder (org_id, name) select org_id, 'Stock' from org_of returning folder_id
       ), source as (
         insert into credential (org_id, source_kind, name, settings)
         select org_id, 'postgres', 'Warehouse', '{"host":"db.invalid"}' from org_of returning credential_id
       ), described as (
         insert into template (org_id, credential_id, source_kind, cloud_id, cloud_name, executable)
         select org_id, credential_id, 'postgres', 'stock::' || i, 'stock.routine_' || i || '()', '{}'
         from org_of, source, generate_series(1, $2::int) i returning template_id
       )
       insert into command (org_id, template_id, folder_id, name, created_by_user_id)
       select org_id, template_id, case when n > 10 then folder_id end, 'Count shelf ' || to_char(n, 'FM0000'), user_id
       from org_of, place, (select template_id, row_number() over ()::int as n from described) each`,
      [slug, commands],
    ),
  );
}
