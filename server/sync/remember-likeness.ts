import { isDeepStrictEqual } from 'node:util';
import statement from 'sql-template-tag';
import { execute } from '@/server/statements';
import type { Met } from '@/server/sync/look-at-source';

/**
 * Notes by what things would be recognized if they were renamed after this: a body that has changed, say. It
 * is no change of a template that anybody sees, so its version stays.
 */
export async function rememberLikeness(orgId: string, met: readonly Met[]): Promise<void> {
  const stale = met.filter(
    ({ stored, found }) =>
      stored.cloudId === found.cloudId && !isDeepStrictEqual([...stored.likeness], [...found.likeness]),
  );
  if (stale.length === 0) return;
  const seen = stale.map(({ stored, found }) => ({
    template_id: stored.templateId,
    likeness: found.likeness,
    friendly_name: found.friendlyName,
  }));
  await execute(
    statement`update template t
     set likeness = seen.likeness, friendly_name = coalesce(t.friendly_name, seen.friendly_name)
     from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb)
       as seen (template_id int, likeness text[], friendly_name text)
     where t.org_id = ${orgId} and t.template_id = seen.template_id`,
  );
}
