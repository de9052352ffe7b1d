import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { CommandSubject } from '@/server/access/load/load-command';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { currentDecorations } from '@/server/commands/revisions/current-decorations';
import { planDecorations, writeDecorations } from '@/server/commands/revisions/restore-decorations';

/**
 * Gives a duplicate the decorations of its original, except those that open commands that the person may not run. Call
 * it once the inputs and outputs of the duplicate are there.
 */
export async function copyDecorations(
  tx: Sql,
  actor: Person,
  original: CommandSubject,
  duplicateId: number,
): Promise<void> {
  const { orgId } = original;
  const kept = await currentDecorations(tx, original);
  const nothing = { version: 0, decorations: [], errorTarget: null };
  const { decorations, errorTarget } = await planDecorations(tx, actor, orgId, nothing, kept);
  const ids = await query(
    { id: column.int },
    statement`select nextval(pg_get_serial_sequence('decoration', 'decoration_id'))::int as id
      from generate_series(1, ${decorations.length})`,
    tx,
  );
  const copies = decorations.map((each, at) => ({ ...each, decorationId: ids[at]?.id ?? 0 }));
  const duplicate = { orgId, commandId: duplicateId };
  await writeDecorations(tx, actor, duplicate, { decorations: copies, errorTarget });
}
