import { isDeepStrictEqual } from 'node:util';
import { sql } from '@/server/db';
import type { Met } from '@/server/sync/look-at-source';

/**
 * Notes by what things would be recognised if they were renamed after this: a body that has changed, say. It
 * is no change of a template that anybody sees, so its version stays.
 */
export async function rememberLikeness(orgId: string, met: readonly Met[]): Promise<void> {
  const stale = met.filter(
    ({ stored, found }) =>
      stored.cloudId === found.cloudId && !isDeepStrictEqual([...stored.likeness], [...found.likeness]),
  );
  if (stale.length === 0) return;
  await sql.query(
    `update template t set likeness = seen.likeness, friendly_name = coalesce(t.friendly_name, seen.friendly_name)
     from jsonb_to_recordset($2::jsonb) as seen (template_id int, likeness text[], friendly_name text)
     where t.org_id = $1 and t.template_id = seen.template_id`,
    [
      orgId,
      JSON.stringify(
        stale.map(({ stored, found }) => ({
          template_id: stored.templateId,
          likeness: found.likeness,
          friendly_name: found.friendlyName,
        })),
      ),
    ],
  );
}
