import statement, { raw } from 'sql-template-tag';
import { readableName } from '@/lib/commands/readable-name';
import { changedKeys, changedValues } from '@/lib/settings/change-settings';
import { type OwnSettingValues, ownSettings } from '@/lib/settings/command-settings';
import type { AuditSource } from '@/server/access/audit';
import { settingPairs } from '@/server/access/setting-columns';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { writeOwnChange } from '@/server/commands/settings/write-own-change';

/** What a request says of the name and the description that the commands of a template show. */
interface Words {
  /** Null goes back to the name from the source. */
  name?: string | null | undefined;
  description?: string | null | undefined;
}

interface Renamed {
  commandId: number;
  before: OwnSettingValues;
  after: OwnSettingValues;
}

/** Locks the commands of a template, and returns those that the words change. The caller holds the template. */
export async function planRenaming(
  tx: Sql,
  { orgId, templateId }: { orgId: string; templateId: number },
  { name, description }: Words,
): Promise<Renamed[]> {
  if (name === undefined && description === undefined) return [];
  const rows = await query(
    { command_id: column.int, settings: column.json<OwnSettingValues>(), source_name: column.text },
    statement`select c.command_id, json_build_object(${raw(settingPairs(ownSettings, 'c'))}) as settings,
        coalesce(t.friendly_name, t.cloud_name) as source_name
      from command c join template t on t.org_id = c.org_id and t.template_id = c.template_id
      where c.org_id = ${orgId} and c.template_id = ${templateId} and c.follows_command_id is null order by c.command_id for update of c`,
    tx,
  );
  return rows.flatMap(({ command_id, settings: before, source_name }) => {
    const wanted = {
      ...(name === undefined ? {} : { name: name ?? readableName(source_name) }),
      ...(description === undefined ? {} : { description }),
    };
    const after = changedValues(ownSettings, before, wanted);
    const isChanged = changedKeys(ownSettings, before, after).length > 0;
    return isChanged ? [{ commandId: command_id, before, after }] : [];
  });
}

/** Writes what was planned, with an audit row for each command. */
export async function renameCommands(
  tx: Sql,
  orgId: string,
  planned: readonly Renamed[],
  audit: AuditSource,
): Promise<void> {
  for (const { commandId, before, after } of planned) {
    await writeOwnChange(tx, orgId, commandId, before, after, audit);
  }
}
