import statement from 'sql-template-tag';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';

const MOST_NOTICES = 20;

/**
 * Gives each person of an organization the address that the directory has for them. Addresses are unique in Pushboard:
 * someone whom the directory removed releases theirs, and of two people with one address the first keeps it. Call it
 * after the directory's people are stored.
 *
 * @returns a notice for each person who stays without their address
 */
export async function assignAddresses(tx: Sql, orgId: string): Promise<string[]> {
  await execute(
    statement`update "user" u set email = null from directory_person p
      where p.org_id = ${orgId} and p.removed_at is null and p.user_id = u.user_id and u.email is not null
        and lower(p.email) is distinct from lower(u.email)`,
    tx,
  );
  await execute(
    statement`update "user" u set email = null from directory_person gone
      where gone.org_id = ${orgId} and gone.removed_at is not null and gone.user_id = u.user_id
        and lower(u.email) in (
          select lower(p.email) from directory_person p join "user" without on without.user_id = p.user_id
          where p.org_id = ${orgId} and p.removed_at is null and without.email is null)`,
    tx,
  );
  await execute(
    statement`update "user" u set email = chosen.email from (
        select distinct on (lower(p.email)) p.user_id, p.email
        from directory_person p join "user" without on without.user_id = p.user_id
        where p.org_id = ${orgId} and p.removed_at is null and p.email is not null and without.email is null
          and not exists (select from "user" other where lower(other.email) = lower(p.email))
        order by lower(p.email), p.object_id
      ) chosen where u.user_id = chosen.user_id`,
    tx,
  );
  const without = await query(
    { name: column.text, email: column.text },
    statement`select p.name, p.email from directory_person p join "user" u on u.user_id = p.user_id
      where p.org_id = ${orgId} and p.removed_at is null and p.email is not null and u.email is null
      order by p.name, p.object_id limit ${MOST_NOTICES}`,
    tx,
  );
  return without.map(
    ({ name, email }) =>
      `${name} has no email address in Pushboard, because someone else already has ${email}. Change one of the two in the directory.`,
  );
}
