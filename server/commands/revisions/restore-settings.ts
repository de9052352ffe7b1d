import statement, { raw } from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { JsonValue } from '@/lib/base/json';
import type { Input } from '@/lib/inputs/input';
import { byColumn, changedKeys } from '@/lib/settings/change-settings';
import {
  type OwnSettingValues,
  ownSettings,
  type TemplateSettingValues,
  templateSettings,
} from '@/lib/settings/command-settings';
import type { Configuration } from '@/lib/settings/configuration';
import { inputSettings } from '@/lib/settings/input-settings';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { INPUTS_JSON } from '@/server/access/command-form';
import type { CommandSubject } from '@/server/access/load/load-command';
import { settingPairs } from '@/server/access/setting-columns';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { forbidden, notFound } from '@/server/base/errors';
import { currentDecorations } from '@/server/commands/revisions/current-decorations';
import {
  type CurrentConfiguration,
  planRestore,
  type RestoredConfiguration,
} from '@/server/commands/revisions/plan-restore';
import {
  auditedDecorations,
  planDecorations,
  writeDecorations,
} from '@/server/commands/revisions/restore-decorations';
import { auditedTemplateSettings } from '@/server/commands/settings/audited-settings';
import { checkRunning } from '@/server/commands/settings/check-running';
import {
  writeInputSettings,
  writeOwnSettings,
  writeTemplateSettings,
} from '@/server/commands/settings/write-settings';
import { mayStartUp } from '@/server/commands/startup/new-startup';
import { mayPartner } from '@/server/commands/undo/check-partner';
import { noteBroken } from '@/server/dependents/note-broken';
import { pauseFixed } from '@/server/dependents/pause-fixed';

async function readCurrent(tx: Sql, { orgId, commandId }: CommandSubject, revision: number) {
  const [row] = await query(
    {
      own: column.json<OwnSettingValues>(),
      shared: column.json<TemplateSettingValues>(),
      inputs: column.json<Input[] | null>(),
      version: column.int,
      content: column.json<Configuration>(),
    },
    statement`select json_build_object(${raw(settingPairs(ownSettings, 'c'))}) as own,
        json_build_object(${raw(settingPairs(templateSettings, 't'))}) as shared, ${INPUTS_JSON} as inputs,
        c.version, r.content
      from command_revision r
      join command c on c.org_id = r.org_id and c.command_id = r.command_id
      join template t on t.org_id = c.org_id and t.template_id = c.template_id
      where r.org_id = ${orgId} and r.command_id = ${commandId} and r.version = ${revision}`,
    tx,
  );
  if (row === undefined) throw notFound();
  const { content, version, inputs, ...settings } = row;
  return { version, content, current: { ...settings, inputs: inputs ?? [] } };
}

/** The changed settings for the audit log. */
function auditOf({ own, shared, inputs }: CurrentConfiguration, restored: RestoredConfiguration) {
  const ownKeys = changedKeys(ownSettings, own, restored.own);
  const sharedKeys = changedKeys(templateSettings, shared, restored.shared);
  const ofInputs = (side: 'before' | 'settings'): Record<string, JsonValue> =>
    Object.fromEntries(
      restored.inputs.map(({ key, ...sides }) => {
        const keys = changedKeys(inputSettings, sides.before, sides.settings);
        return [key, byColumn(inputSettings, sides[side], keys)];
      }),
    );
  const inputsOf = (side: 'before' | 'settings'): Record<string, JsonValue> =>
    restored.inputs.length === 0 ? {} : { inputs: ofInputs(side) };
  return {
    isChanged: ownKeys.length + sharedKeys.length + restored.inputs.length > 0,
    isSharedChanged: sharedKeys.length > 0,
    before: {
      ...byColumn(ownSettings, own, ownKeys),
      ...auditedTemplateSettings(inputs, shared, sharedKeys),
      ...inputsOf('before'),
    },
    after: {
      ...byColumn(ownSettings, restored.own, ownKeys),
      ...auditedTemplateSettings(inputs, restored.shared, sharedKeys),
      ...inputsOf('settings'),
    },
  };
}

/** A dropdown that was deleted since can't come back: its input keeps what it has now. */
async function withoutGoneDropdowns(
  tx: Sql,
  { orgId }: CommandSubject,
  restored: RestoredConfiguration,
): Promise<RestoredConfiguration> {
  const wanted = restored.inputs.flatMap(({ settings: { dropdownId } }) =>
    dropdownId === null ? [] : [dropdownId],
  );
  if (wanted.length === 0) return restored;
  const rows = await query(
    { dropdown_id: column.int },
    statement`select dropdown_id from dropdown where org_id = ${orgId} and dropdown_id = any(${wanted}::int[])`,
    tx,
  );
  const there = new Set(rows.map(({ dropdown_id }) => dropdown_id));
  const inputs = restored.inputs.map((input) => {
    const { dropdownId } = input.settings;
    if (dropdownId === null || there.has(dropdownId)) return input;
    return { ...input, settings: { ...input.settings, dropdownId: input.before.dropdownId } };
  });
  const isChanged = ({ before, settings }: (typeof inputs)[number]) =>
    changedKeys(inputSettings, before, settings).length > 0;
  return { ...restored, inputs: inputs.filter(isChanged) };
}

export interface Restoring {
  actor: Person;
  subject: CommandSubject;
  /** The revision to restore. */
  revision: number;
  /** Whether the person may change what other commands of the template share. */
  mayChangeShared: boolean;
  audit: AuditSource;
}

/** What a restore is about to write. `isShared` tells whether other commands of the template change, too. */
export interface PlannedRestore {
  /** The command's version now. */
  version: number;
  isChanged: boolean;
  isShared: boolean;
  write: () => Promise<void>;
}

/**
 * Works out what restoring a revision changes of a command's settings, its inputs, and its buttons. `write` does so, with
 * an audit row. Throws 403 for shared settings that the person may not change.
 */
export async function planRestoring(tx: Sql, restoring: Restoring): Promise<PlannedRestore> {
  const { actor, subject, revision, mayChangeShared, audit } = restoring;
  const { orgId, commandId, templateId } = subject;
  const { version, content, current } = await readCurrent(tx, subject, revision);
  const planned = await withoutGoneDropdowns(tx, subject, planRestore(current, content));
  const { undoPartner } = planned.own;
  const mayUndo = undoPartner === null || (await mayPartner(actor, orgId, undoPartner, tx));
  // As of buttons: one that the person may not run doesn't come back.
  const undone = mayUndo
    ? planned
    : { ...planned, own: { ...planned.own, undoPartner: current.own.undoPartner } };
  const restored = mayStartUp(actor, orgId, current.shared, undone.shared)
    ? undone
    : { ...undone, shared: { ...undone.shared, isRunOnStartup: false } };
  const { isChanged, isSharedChanged, before, after } = auditOf(current, restored);
  const decorated = await currentDecorations(tx, subject);
  const decorations = await planDecorations(tx, actor, orgId, decorated, content);
  const buttons = auditedDecorations(decorated, decorations);
  const isRedecorated = Object.keys(buttons.after).length > 0;
  if (isSharedChanged && !mayChangeShared) {
    throw forbidden(
      'This revision also changes settings that other commands share. Only an engineer of all of them can restore it.',
    );
  }
  const write = async () => {
    await writeOwnSettings(tx, orgId, commandId, restored.own);
    await writeInputSettings(tx, actor, orgId, commandId, restored.inputs);
    await pauseFixed(tx, { orgId, commandId, audit });
    await noteBroken(tx, { orgId, of: { commandId }, audit });
    if (isSharedChanged) await writeTemplateSettings(tx, orgId, templateId, restored.shared);
    await checkRunning(tx, orgId, isSharedChanged ? { templateId } : { commandId });
    if (isRedecorated) await writeDecorations(tx, actor, subject, decorations);
    await recordAudit(tx, audit, {
      orgId,
      action: 'revision.restore',
      subjectType: 'command',
      subjectId: String(commandId),
      before: { ...before, ...buttons.before },
      after: { ...after, ...buttons.after, restored_revision: revision },
    });
  };
  return { version, isChanged: isChanged || isRedecorated, isShared: isSharedChanged, write };
}
