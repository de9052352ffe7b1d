import type { z } from 'zod';
import type { expectedBreak } from '@/lib/contract/sources/expected-breaks';
import type { diff } from '@/lib/contract/sources/sync-diff';
import { lossOf } from './dependent-words';
import type { SourceChange } from './source-change';
import { stoppedBy } from './source-change-words';

export type ExpectedBreak = z.output<typeof expectedBreak>;
type Diff = z.output<typeof diff>;
type Row = Diff['modified'][number];

/**
 * What a sync would break, each thing once: what stops or no longer fits, and commands that the source no longer has with
 * what needs them. `at` writes a time.
 */
export function expectedBreaks(
  { modified, deleted }: Pick<Diff, 'modified' | 'deleted'>,
  at: (time: string) => string,
): ExpectedBreak[] {
  const all = [
    ...modified.flatMap((row) => ofChanged(row, at)),
    ...deleted.flatMap((row) => ofDeleted(row, at)),
  ];
  return [...new Map(all.map((each) => [identityOf(each), each])).values()];
}

/** The same for what is the same break, whatever its sentence says of names and times. */
export const identityOf = ({
  templateId,
  commandId,
  kind,
  key,
  name,
}: Pick<ExpectedBreak, 'templateId' | 'commandId' | 'kind' | 'key' | 'name'>): string =>
  JSON.stringify([templateId, commandId, kind, key, name]);

function ofChanged({ templateId, cloudName, changes }: Row, at: (time: string) => string): ExpectedBreak[] {
  if (templateId === null) return [];
  return changes.flatMap((change) =>
    stoppedBy(change, at).map(({ affected: { kind, name, commandId, commandName }, words }) => ({
      templateId,
      cloudName,
      commandId,
      commandName,
      kind,
      key: change.key ?? '',
      name: name ?? '',
      words: `${causeOf(change)}: ${words}`,
    })),
  );
}

function ofDeleted(
  { templateId, cloudName, commands, dependents }: Row,
  at: (time: string) => string,
): ExpectedBreak[] {
  if (templateId === null) return [];
  const gone = { templateId, cloudName, key: '' };
  return commands.flatMap(({ commandId, name: commandName }, index) => [
    {
      ...gone,
      commandId,
      commandName,
      kind: 'command',
      name: commandName,
      words: `The source no longer has ${cloudName}, which “${commandName}” runs. A sync deletes the command.`,
    },
    ...(dependents[index]?.dependents ?? []).map((dependent) => ({
      ...gone,
      commandId: dependent.commandId,
      commandName: dependent.commandName,
      kind: dependent.kind,
      name: dependent.name ?? '',
      words: `“${commandName}” is gone at the source: ${lossOf(dependent, at)}`,
    })),
  ]);
}

/** Why something stops, with the name of the input. */
function causeOf({ key, change }: SourceChange): string {
  switch (change) {
    case 'removed':
      return `${key} is gone`;
    case 'added':
      return `${key} is new and must be filled in`;
    case 'type':
      return `${key} has another type`;
    case 'optional':
      return `${key} must be filled in`;
    case 'renamed':
      return `${key} has a new name`;
    default:
      return `${key} changed`;
  }
}
