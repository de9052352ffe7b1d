import type { Person } from '@/lib/access/vocabulary';
import { readableName } from '@/lib/commands/readable-name';
import type { WarningTag } from '@/lib/settings/command-choices';
import type { AuditSource } from '@/server/access/audit';
import { loadFolder } from '@/server/access/load/load';
import { AppError } from '@/server/base/errors';
import type { InputRename } from '@/server/commands/renames/recognize-renames';
import { type AddedCommand, addCommand } from '@/server/commands/template/add-command';
import { updateTemplate } from '@/server/commands/template/update-template';
import type { Chosen } from '@/server/sources/sync/chosen-of-source';
import { deleteTemplate } from '@/server/sources/sync/delete-template';

export type CommitType = 'addition' | 'update' | 'undeletion' | 'deletion';

/** One selected thing, and what to do with it. */
export interface Commit {
  cloudId: string;
  credentialId: number;
  commitType: CommitType;
  revision?: string | undefined;
  /** The new names of inputs that are another input than before, whatever they look like. */
  refusedRenames?: readonly string[] | undefined;
  folderId?: number | null | undefined;
  name?: string | undefined;
  warningTag?: WarningTag | null | undefined;
}

interface Committer {
  orgId: string;
  actor: Person;
  audit: AuditSource;
}

/** Commits a selected change in its own transaction. Throws 409 with the reason if it can't be done. */
export async function commitOne(
  { orgId, actor, audit }: Committer,
  commit: Commit,
  { described, known, readAt }: Chosen,
): Promise<AddedCommand[]> {
  const { cloudId, credentialId, commitType, folderId = null, name: wanted, warningTag } = commit;
  const found = described.get(cloudId);
  const template = known.get(cloudId);
  const revision = commit.revision ?? null;
  if (commitType === 'deletion') {
    if (template === undefined) throw refused(`"${cloudId}" is not a command of this connection.`);
    const { templateId, cloudName } = template;
    if (found !== undefined) throw refused(`${cloudName} is at the source again, so it was not deleted.`);
    return deleteTemplate({ orgId, templateId, cloudName, revision, audit });
  }
  if (found === undefined) {
    throw refused(`"${cloudId}" is no longer at the source. Look for additions again.`);
  }
  const name = found.cloudName;
  if (commitType === 'addition') {
    if (template?.isDeleted) throw refused(`${name} was a command that was deleted. Bring it back instead.`);
    await refuseFolder(actor, orgId, folderId);
    const { userId } = actor;
    const commandName = wanted ?? readableName(found.friendlyName);
    const described = warningTag === undefined ? found : { ...found, warningTag };
    return [await addCommand({ orgId, userId, credentialId, folderId, name: commandName, described, audit })];
  }
  if (template === undefined) throw refused(`${name} is not a command yet. Add it instead.`);
  return updateTemplate({
    orgId,
    templateId: template.templateId,
    described: found,
    readAt,
    revision,
    carries: carriedBy(commit),
    isUndeletion: commitType === 'undeletion',
    audit,
  });
}

/** Without a reviewed diff, nobody has judged what only looks like a rename. */
const carriedBy =
  ({ revision, refusedRenames = [] }: Commit) =>
  ({ to, isCertain }: InputRename): boolean =>
    !refusedRenames.includes(to) && (isCertain || revision !== undefined);

/** Throws unless the person is an engineer of the folder. */
async function refuseFolder(actor: Person, orgId: string, folderId: number | null): Promise<void> {
  if (folderId === null) return;
  try {
    await loadFolder(actor, orgId, folderId, 'folder.change');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw refused("The folder was deleted, or you aren't an engineer of it. Choose another one.");
  }
}

const refused = (message: string) => new AppError('conflict', message);
