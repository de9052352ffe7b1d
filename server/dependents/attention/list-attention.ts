import statement from 'sql-template-tag';
import {
  attentionKinds,
  type listNeedsAttention as listNeedsAttentionOperation,
  MOST_ATTENTION,
} from '@/lib/contract/dependents/attention';
import { shownName } from '@/server/access/people/shown-name';
import { commandRoles } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';
import { attentionIn } from '@/server/dependents/attention/attention-kinds';
import { lookWhereBreaksAreExpected } from '@/server/dependents/expected-breaks';
import type { Context } from '@/server/operations/context';

const ITEM = {
  kind: column.oneOf(attentionKinds),
  command_id: column.int,
  command_name: column.text,
  name: column.text.nullable(),
  detail: column.text.nullable(),
  owner_name: column.text.nullable(),
  total: column.int,
};

/** What is listed as expected may be fixed by then; a source is not asked more often for that. */
const LOOKED = { minutesAgo: 5 };

/** Lists what stopped working, of the commands that the caller configures and of what they own. */
export async function listNeedsAttention({
  actor,
  subject: { orgId },
}: Context<typeof listNeedsAttentionOperation>) {
  const org = statement`${orgId}`;
  const rows = await query(
    ITEM,
    statement`with roles as materialized (${commandRoles(viewerOf(actor), org)}),
      found as materialized (${attentionIn(org)})
      select found.kind, found.command_id, c.name as command_name, found.name, found.detail,
        (select ${shownName(org)} from "user" u
          left join membership m on m.org_id = ${orgId} and m.user_id = u.user_id
          where u.user_id = found.owner_id) as owner_name,
        (count(*) over ())::int as total
      from found
      join roles on roles.command_id = found.command_id and (roles.role = 'admin' or found.owner_id = ${actor.userId})
      join command c on c.org_id = ${orgId} and c.command_id = found.command_id and c.deleted_at is null
      order by lower(c.name), c.command_id, array_position(${[...attentionKinds]}::text[], found.kind), found.name
      limit ${MOST_ATTENTION}`,
  );
  if (rows.some(({ kind }) => kind === 'forecast')) await lookWhereBreaksAreExpected(orgId, LOOKED);
  return {
    total: rows[0]?.total ?? 0,
    items: rows.map((row) => ({
      kind: row.kind,
      commandId: row.command_id,
      commandName: row.command_name,
      name: row.name,
      detail: row.detail,
      ownerName: row.owner_name,
    })),
  };
}
