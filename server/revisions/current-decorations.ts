import statement from 'sql-template-tag';
import type { KeptDecoration } from '@/lib/settings/decorations';
import type { CommandSubject } from '@/server/access/load-command';
import type { Sql } from '@/server/db';
import { notFound } from '@/server/errors';
import { DECORATION_COLUMNS } from '@/server/revisions/configuration-sql';
import { column, query } from '@/server/statements';

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
