import type { ChosenThings, Thing } from '@/components/command/pickers/thing-picker';
import type { ScopeKind } from '@/components/command/scope-field';
import type { Token, TokenChanges } from './use-tokens';

/** What a person has entered about a token. */
export interface TokenValues {
  name: string;
  /** Null if it ends as it did. */
  days: number | null;
  scope: ScopeKind;
  chosen: ChosenThings;
  allowsUnasked: boolean;
}

/** The commands and folders that a token is for, as far as the reader may see them: folders first. */
export function thingsOf({ commands, folders }: Pick<Token, 'commands' | 'folders'>): Thing[] {
  return [
    ...folders.map(({ folderId, name }) => ({ list: 'folderIds' as const, id: folderId, name })),
    ...commands.map(({ commandId, name }) => ({ list: 'commandIds' as const, id: commandId, name })),
  ];
}

/** What is different from the token as it was. What isn't changed is not sent, so a change of another tab stays. */
export function changesOf(
  token: Token,
  { name, days, scope, chosen, allowsUnasked }: TokenValues,
): TokenChanges {
  const isNarrower =
    scope !== token.scope ||
    chosen.commandIds.length < token.commands.length ||
    chosen.folderIds.length < token.folders.length;
  return {
    ...(name === token.name ? {} : { name }),
    ...(days === null ? {} : { days }),
    ...(isNarrower ? { scope, ...(scope === 'run' ? chosen : {}) } : {}),
    ...(allowsUnasked === token.allowsUnasked ? {} : { allowsUnasked }),
  };
}
