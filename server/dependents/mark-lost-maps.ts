import statement from 'sql-template-tag';
import type { Sql } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';

/**
 * Remembers which inputs buttons filled that a template is about to lose, in the transaction that takes them away. Until
 * an engineer chooses again what such a button fills, nobody sees it.
 *
 * @param keys of the inputs that stay
 */
export async function markLostMaps(
  tx: Sql,
  { orgId, templateId }: { orgId: string; templateId: number },
  keys: readonly string[],
): Promise<void> {
  await execute(
    statement`update decoration d
      set lost_inputs = array(select distinct key from unnest(d.lost_inputs || lost.keys) key order by key)
      from (
        select m.decoration_id, array_agg(t.key) as keys from template_input t
        join command_input i on i.template_input_id = t.template_input_id
        join decoration_map m on m.org_id = i.org_id and m.input_id = i.input_id
        where t.template_id = ${templateId} and t.key <> all(${[...keys]}::text[]) group by 1
      ) lost
      where d.org_id = ${orgId} and d.decoration_id = lost.decoration_id`,
    tx,
  );
}
