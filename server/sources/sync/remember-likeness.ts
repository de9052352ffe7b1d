import { isDeepStrictEqual } from 'node:util';
import statement from 'sql-template-tag';
import { execute } from '@/server/base/database/statements';
import type { Matched } from '@/server/sources/sync/compare-source';

/**
 * Stores the marks that would identify things after a rename, such as a changed body. That changes nothing that anyone
 * sees, so the template's version stays.
 */
export async function rememberLikeness(orgId: string, matched: readonly Matched[]): Promise<void> {
  const stale = matched.filter(
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
