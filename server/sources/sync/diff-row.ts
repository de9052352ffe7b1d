import type { diffRow } from '@/lib/contract/sources/sync-diff';
import type { Decoded } from '@/lib/wire/wire';
import type { Knows } from '@/server/access/may-know';
import type { StoredTemplate } from '@/server/commands/template/stored-template';
import type { Discovered } from '@/server/connectors/things';

export type DiffRow = Decoded<typeof diffRow>;

const empty = {
  commands: [],
  templateId: null,
  staticCommandSourceId: null,
  commandId: null,
  unavailableReason: null,
  extension: null,
  traits: [],
  warningTag: null,
  sourceFolder: null,
  sourceTitle: null,
  signature: null,
  revision: null,
  previousCloudId: null,
  changes: [],
  dependents: [],
  sourceChange: null,
  recentRunnerCount: 0,
  ignoreId: null,
} satisfies Partial<DiffRow>;

/** The row of a thing at the source. */
export function foundRow(found: Discovered, diffType: DiffRow['diffType']): DiffRow {
  const { cloudId, cloudName, friendlyName, unavailableReason, extension, traits, warningTag } = found;
  const signature = found.signature ?? null;
  const staticCommandSourceId = found.staticCommandSourceId ?? null;
  return {
    ...empty,
    cloudId,
    cloudName,
    friendlyName,
    diffType,
    signature,
    unavailableReason,
    extension,
    traits: [...traits],
    warningTag,
    sourceFolder: found.folder ?? null,
    sourceTitle: found.sourceTitle ?? null,
    staticCommandSourceId,
  };
}

/** The row of something that exists here and no longer at the source. */
export function removedRow(stored: StoredTemplate): DiffRow {
  const { cloudId, cloudName, friendlyName, staticCommandSourceId } = stored;
  return {
    ...empty,
    cloudId,
    cloudName,
    friendlyName: friendlyName ?? cloudName,
    diffType: 'deletion',
    staticCommandSourceId,
  };
}

/** The row of a source that could not be compared. */
export function errorRow(name: string, message: string): DiffRow {
  return {
    ...empty,
    cloudId: '',
    cloudName: name,
    friendlyName: name,
    diffType: 'error',
    unavailableReason: message,
  };
}

/** The commands made from it, as far as the reader knows them. */
export function madeOf(
  knows: Knows,
  stored: StoredTemplate,
): Pick<DiffRow, 'templateId' | 'sourceChange' | 'commandId' | 'commands'> {
  const commands = stored.commands.filter((command) => !command.isDeleted).filter(knows);
  return {
    templateId: stored.templateId,
    sourceChange: stored.sourceChange,
    commandId: commands[0]?.commandId ?? null,
    commands: commands.map(({ commandId, name, visibility }) => ({ commandId, name, visibility })),
  };
}
