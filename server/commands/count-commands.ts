import { sql } from '@/server/db';

/** How many commands an organization has, whoever may see them: to decide how to answer, never to tell. */
export async function unsafeCountCommands(orgId: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*)::int as count from command where org_id = $1 and deleted_at is null',
    [orgId],
  );
  return row?.count ?? 0;
}
