import statement, { raw } from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { restoreRevision as restoreRevisionOperation } from '@/lib/contract/revisions';
import type { Input } from '@/lib/inputs/input';
import type { JsonValue } from '@/lib/json';
import { byColumn, changedKeys } from '@/lib/settings/change-settings';
import {
  type OwnSettingValues,
  ownSettings,
  type TemplateSettingValues,
  templateSettings,
} from '@/lib/settings/command-settings';
import type { Configuration } from '@/lib/settings/configuration';
import { inputSettings } from '@/lib/settings/input-settings';
import { recordAudit } from '@/server/access/audit';
import { loadTemplate } from '@/server/access/load';
import type { CommandSubject } from '@/server/access/load-command';
import { readCommandAs } from '@/server/commands/read-command';
import { type Sql, transaction } from '@/server/db';
import { AppError, changedMeanwhile, forbidden, notFound } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { INPUTS_JSON } from '@/server/inputs/command-form';
import { currentDecorations } from '@/server/revisions/current-decorations';
import { keepRevisions, keepStart } from '@/server/revisions/keep-revisions';
import {
  type CurrentConfiguration,
  planRestore,
  type RestoredConfiguration,
} from '@/server/revisions/plan-restore';
import {
  auditedDecorations,
  planDecorations,
  writeDecorations,
} from '@/server/revisions/restore-decorations';
import { checkRunning } from '@/server/running/check-running';
import { auditedTemplateSettings } from '@/server/settings/audited-settings';
import { settingPairs } from '@/server/settings/columns';
import { lockCommands } from '@/server/settings/lock-commands';
import {
  countChange,
  writeInputSettings,
  writeOwnSettings,
  writeTemplateSettings,
} from '@/server/settings/write-settings';
import { column, query } from '@/server/statements';
import { mayPartner } from '@/server/undo/check-partner';

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

async function mayConfigureTemplate(actor: Person, { orgId, templateId }: CommandSubject): Promise<boolean> {
  try {
    await loadTemplate(actor, orgId, templateId, 'template.configure');
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Restores a command's earlier configuration; see `planRestore` for what stays. Settings that several commands share
 * are restored for all of them, which requires an engineer of all. Throws 409 with the current state if the command
 * changed since the client read it.
 */
export async function restoreRevision(context: Context<typeof restoreRevisionOperation>) {
  const { actor, subject, params, body, audit } = context;
  const { orgId, commandId, templateId } = subject;
  const mayChangeShared = await mayConfigureTemplate(actor, subject);
  const isStale = await transaction(async (tx) => {
    await query(
      { template_id: column.int },
      statement`select template_id from template
        where org_id = ${orgId} and template_id = ${templateId} for update`,
      tx,
    );
    await lockCommands(tx, orgId, templateId);
    const { version, content, current } = await readCurrent(tx, subject, params.revision);
    if (body.version !== undefined && body.version !== version) return true;
    const planned = planRestore(current, content);
    const { undoPartner } = planned.own;
    const mayUndo = undoPartner === null || (await mayPartner(actor, orgId, undoPartner, tx));
    // As of buttons: one that the person may not run doesn't come back.
    const restored = mayUndo
      ? planned
      : { ...planned, own: { ...planned.own, undoPartner: current.own.undoPartner } };
    const { isChanged, isSharedChanged, before, after } = auditOf(current, restored);
    const decorated = await currentDecorations(tx, subject);
    const decorations = await planDecorations(tx, actor, orgId, decorated, content);
    const buttons = auditedDecorations(decorated, decorations);
    const isRedecorated = Object.keys(buttons.after).length > 0;
    if (!isChanged && !isRedecorated) return false;
    if (isSharedChanged && !mayChangeShared) {
      throw forbidden(
        'This revision also changes settings that other commands share. Only an engineer of all of them can restore it.',
      );
    }
    const scope = isSharedChanged ? { orgId, templateId } : { orgId, commandId };
    const commands = isSharedChanged ? { orgId, templateId } : { orgId, commandIds: [commandId] };
    await keepStart(tx, commands);
    await writeOwnSettings(tx, orgId, commandId, restored.own);
    await writeInputSettings(tx, actor, orgId, commandId, restored.inputs);
    if (isSharedChanged) await writeTemplateSettings(tx, orgId, templateId, restored.shared);
    await checkRunning(tx, orgId, isSharedChanged ? { templateId } : { commandId });
    if (isRedecorated) await writeDecorations(tx, actor, subject, decorations);
    await countChange(tx, scope);
    await recordAudit(tx, audit, {
      orgId,
      action: 'revision.restore',
      subjectType: 'command',
      subjectId: String(commandId),
      before: { ...before, ...buttons.before },
      after: { ...after, ...buttons.after, restored_revision: params.revision },
    });
    await keepRevisions(tx, audit, commands, {
      changeType: 'user_update',
      restored: { commandId, version: params.revision },
    });
    return false;
  });
  const now = await readCommandAs(actor, orgId, commandId);
  if (isStale) throw changedMeanwhile(now);
  return now;
}
