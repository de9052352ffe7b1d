import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { type KeptDecoration, settingOfKind, toldDecoration } from '@/lib/settings/decorations';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import type { CommandSubject } from '@/server/access/load/load-command';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { type CurrentDecorations, currentDecorations } from '@/server/commands/revisions/current-decorations';
import { keepRevisions, keepStart } from '@/server/commands/revisions/keep-revisions';
import { countChange } from '@/server/commands/settings/write-settings';

/** What a change did, for the audit log. */
export interface DecorationChange {
  action: 'decoration.create' | 'decoration.update' | 'decoration.delete';
  before?: JsonValue;
  after?: JsonValue;
}

/** The change of one button from one state to another; null for a state in which it is not there. */
export function buttonChange(
  before: KeptDecoration | undefined,
  after: KeptDecoration | undefined,
): DecorationChange {
  const told = (side: KeptDecoration) => ({
    setting: settingOfKind[side.kind],
    button: toldDecoration(side),
  });
  return {
    action:
      before === undefined
        ? 'decoration.create'
        : after === undefined
          ? 'decoration.delete'
          : 'decoration.update',
    ...(before === undefined ? {} : { before: told(before) }),
    ...(after === undefined ? {} : { after: told(after) }),
  };
}

/**
 * Changes the decorations of a command as one revision with an audit row, with the command locked.
 *
 * @param version the version that the client read last; null if it didn't say
 * @param change makes the change and tells what it did; null if it changed nothing
 * @returns whether the command changed since the client read it; then nothing is changed
 */
export async function changeDecorations(
  { orgId, commandId }: CommandSubject,
  version: number | undefined,
  audit: AuditSource,
  change: (tx: Sql, current: CurrentDecorations) => Promise<DecorationChange | null>,
): Promise<{ isStale: boolean }> {
  return transaction(async (tx) => {
    await query(
      { command_id: column.int },
      statement`select command_id from command where org_id = ${orgId} and command_id = ${commandId} for update`,
      tx,
    );
    const current = await currentDecorations(tx, { orgId, commandId });
    if (version !== undefined && version !== current.version) return { isStale: true };
    const commands = { orgId, commandIds: [commandId] };
    await keepStart(tx, commands);
    const did = await change(tx, current);
    if (did === null) return { isStale: false };
    await countChange(tx, { orgId, commandId });
    await recordAudit(tx, audit, {
      orgId,
      subjectType: 'command',
      subjectId: String(commandId),
      ...did,
    });
    await keepRevisions(tx, audit, commands, { changeType: 'user_update' });
    return { isStale: false };
  });
}
