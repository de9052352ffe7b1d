import statement, { raw } from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { updateCommand as updateCommandOperation } from '@/lib/contract/command/configure';
import type { BodyOf } from '@/lib/contract/operation';
import { changedKeys, changedValues } from '@/lib/settings/change-settings';
import {
  type OwnSettingValues,
  ownSettings,
  type TemplateSettingValues,
  templateSettings,
} from '@/lib/settings/command-settings';
import { loadFolder, loadTemplate } from '@/server/access/load/load';
import type { CommandSubject } from '@/server/access/load/load-command';
import { settingPairs } from '@/server/access/setting-columns';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError, changedMeanwhile, forbidden, notFound } from '@/server/base/errors';
import { readCommandAs } from '@/server/commands/command/read-command';
import { keepRevisions, keepStart } from '@/server/commands/revisions/keep-revisions';
import { refuseBadChecks } from '@/server/commands/settings/check-conditions';
import { checkedOutput } from '@/server/commands/settings/check-output';
import { checkRunning } from '@/server/commands/settings/check-running';
import { writeOwnChange } from '@/server/commands/settings/write-own-change';
import { countChange } from '@/server/commands/settings/write-settings';
import { planTemplateChange, writeTemplateChange } from '@/server/commands/template/change-template';
import { refuseBadPartner } from '@/server/commands/undo/check-partner';
import { noteBroken } from '@/server/dependents/note-broken';
import type { Context } from '@/server/operations/context';

type Body = BodyOf<typeof updateCommandOperation>;

/** The command's settings after the request: moving a `justme` command into a folder shares it with the folder's people. */
function changed(before: OwnSettingValues, body: Body): OwnSettingValues {
  const after = changedValues(ownSettings, before, body);
  const isMovedIn = after.folderId !== null && after.folderId !== before.folderId;
  const isShown = isMovedIn && after.visibility === 'justme' && body.visibility === undefined;
  return isShown ? { ...after, visibility: 'org' } : after;
}

interface Place {
  folder_id: number | null;
  created_by_user_id: string;
}

/** Moving a command requires an engineer of both folders: the one it leaves and the one it enters. */
async function refuseMove(
  actor: Person,
  orgId: string,
  from: number | null,
  to: number | null,
): Promise<void> {
  if (from === to) return;
  if (to !== null) await loadFolder(actor, orgId, to, 'folder.change');
  if (from === null) return;
  await loadFolder(actor, orgId, from, 'folder.change').catch((error) => {
    if (error instanceof AppError && error.code === 'not_found') throw forbidden();
    throw error;
  });
}

/** Checks changes that need more than the engineer role on the command. Returns the command's place. */
async function refuseBeyondRights(
  actor: Person,
  { orgId, commandId, standing }: CommandSubject,
  body: Body,
): Promise<Place> {
  const [place] = await query(
    { folder_id: column.int.nullable(), created_by_user_id: column.text },
    statement`select folder_id, created_by_user_id from command
      where org_id = ${orgId} and command_id = ${commandId}`,
  );
  if (place === undefined) throw notFound();
  const isMadeOwn = body.visibility === 'justme' && standing.visibility !== 'justme';
  if (isMadeOwn && place.created_by_user_id !== actor.userId) {
    throw forbidden('Only the creator of a command may choose "Just me".');
  }
  if (body.folderId !== undefined) await refuseMove(actor, orgId, place.folder_id, body.folderId);
  return place;
}

/** The requested changes of settings that the commands of a template share; null if there are none. */
function sharedPartOf(body: Body): Partial<TemplateSettingValues> | null {
  const part = Object.entries(body).filter(
    ([key, value]) => Object.hasOwn(templateSettings, key) && value !== undefined,
  );
  return part.length === 0 ? null : Object.fromEntries(part);
}

/** What the owner of a copycat may change; everything else follows the original. */
const OF_COPYCAT: readonly string[] = ['name', 'folderId', 'orgId', 'version'];

function refuseOnCopycat(body: Body): void {
  const others = Object.entries(body).filter(
    ([key, value]) => value !== undefined && !OF_COPYCAT.includes(key),
  );
  if (others.length === 0) return;
  throw forbidden(
    'A copy follows the command it was copied from. Its name and its folder are all that can be changed here.',
  );
}

/**
 * Updates a command, and the settings it shares with others of its template, as one revision. Throws 409 with the
 * current state if the command changed since the client read it. Only the creator can choose `justme`.
 */
export async function updateCommand({
  actor,
  subject,
  body: sent,
  audit,
}: Context<typeof updateCommandOperation>) {
  const isCopycat = subject.standing.isCopycat === true;
  if (isCopycat) refuseOnCopycat(sent);
  const body = checkedOutput(sent);
  const { orgId, commandId, templateId } = subject;
  const place = await refuseBeyondRights(actor, subject, body);
  const sharedChanges = sharedPartOf(body);
  if (sharedChanges !== null) await loadTemplate(actor, orgId, templateId, 'template.configure');
  const isStale = await transaction(async (tx) => {
    const shared =
      sharedChanges === null ? null : await planTemplateChange(tx, actor, subject, sharedChanges);
    const [row] = await query(
      { settings: column.json<OwnSettingValues>(), version: column.int },
      statement`select json_build_object(${raw(settingPairs(ownSettings, 'c'))}) as settings, c.version
        from command c where c.org_id = ${orgId} and c.command_id = ${commandId} for update`,
      tx,
    );
    if (row === undefined || row.settings.folderId !== place.folder_id) return true;
    if (body.version !== undefined && body.version !== row.version) return true;
    const before = row.settings;
    const after = changed(before, body);
    const keys = changedKeys(ownSettings, before, after);
    if (keys.length === 0 && shared === null) return false;
    if (keys.includes('undoPartner') && after.undoPartner !== null) {
      await refuseBadPartner(tx, actor, subject, after.undoPartner);
    }
    if (keys.includes('inputChecks')) await refuseBadChecks(tx, subject, after.inputChecks);
    const commands = shared === null ? { orgId, commandIds: [commandId] } : { orgId, templateId };
    if (!isCopycat) await keepStart(tx, commands);
    if (keys.length > 0) {
      await writeOwnChange(tx, orgId, commandId, before, after, audit);
      if (keys.includes('inputChecks')) await noteBroken(tx, { orgId, of: { commandId }, audit });
    }
    if (shared !== null) await writeTemplateChange(tx, shared, audit);
    await checkRunning(tx, orgId, shared === null ? { commandId } : { templateId });
    await countChange(tx, shared === null ? { orgId, commandId } : { orgId, templateId });
    if (!isCopycat) await keepRevisions(tx, audit, commands, { changeType: 'user_update' });
    return false;
  });
  const now = await readCommandAs(actor, orgId, commandId);
  if (isStale) throw changedMeanwhile(now);
  return now;
}
