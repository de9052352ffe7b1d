import { byColumn, changedKeys } from '@/lib/settings/change-settings';
import { type OwnSettingValues, ownSettings } from '@/lib/settings/command-settings';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import type { Sql } from '@/server/base/database/db';
import { writeOwnSettings } from '@/server/commands/settings/write-settings';

/** Writes a command's own settings, with an audit row of those that changed. Doesn't increase the command's version. */
export async function writeOwnChange(
  tx: Sql,
  orgId: string,
  commandId: number,
  before: OwnSettingValues,
  after: OwnSettingValues,
  audit: AuditSource,
): Promise<void> {
  const keys = changedKeys(ownSettings, before, after);
  await writeOwnSettings(tx, orgId, commandId, after);
  await recordAudit(tx, audit, {
    orgId,
    action: 'command.update',
    subjectType: 'command',
    subjectId: String(commandId),
    before: byColumn(ownSettings, before, keys),
    after: byColumn(ownSettings, after, keys),
  });
}
