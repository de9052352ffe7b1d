import statement from 'sql-template-tag';
import type { KeptDecoration } from '@/lib/settings/decorations';
import type { CommandSubject } from '@/server/access/load/load-command';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import { DECORATION_COLUMNS } from '@/server/commands/revisions/configuration-sql';

/** The decorations of a command within a change, and its version. */
export interface CurrentDecorations {
  version: number;
  decorations: KeptDecoration[];
  errorTarget: number | null;
}

export async function currentDecorations(
  tx: Sql,
  { orgId, commandId }: Pick<CommandSubject, 'orgId' | 'commandId'>,
): Promise<CurrentDecorations> {
  const [row] = await query(
    {
      version: column.int,
      decorations: column.json<KeptDecoration[]>(),
      error_target: column.int.nullable(),
    },
    statement`select c.version, ${DECORATION_COLUMNS} from command c
      where c.org_id = ${orgId} and c.command_id = ${commandId}`,
    tx,
  );
  if (row === undefined) throw notFound();
  return { version: row.version, decorations: row.decorations, errorTarget: row.error_target };
}
