'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { alertForeignCommand } from '@/components/command/foreign-command-alert';
import { useChangePins } from '@/components/command/pins/use-pins';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { type SidePanels, useSidePanels } from '@/components/ui/panels/use-side-panels';
import { type CallInput, callApi } from '@/lib/client/api-client';
import { mayPlace } from '@/lib/commands/rights';
import type { updateCommand as updateCommandOperation } from '@/lib/contract/command/configure';
import { listCommands } from '@/lib/contract/library/commands';
import { listFolders } from '@/lib/contract/library/folders';
import { listRecents } from '@/lib/contract/library/recents';
import type { CommandSummary, LibraryOwner } from '../use-library';

/** Actions on a command in the library. */
export interface LibraryActions {
  /** The person who acts. */
  userId: string;
  pin(command: CommandSummary, isPinned: boolean): void;
  configure(command: CommandSummary): void;
  duplicate(command: CommandSummary): void;
  editCopy(command: CommandSummary): void;
  share(command: CommandSummary): void;
  hide(command: CommandSummary): Promise<void>;
  restore(command: CommandSummary): Promise<void>;
  askWhereTo(command: CommandSummary): void;
  /**
   * @param folderName null to move it out of its folder.
   * @returns whether it was moved; if not, a message says why
   */
  move(command: CommandSummary, folderId: number | null, folderName: string | null): Promise<boolean>;
}

/** Refetches the library after a change. */
export function useRefreshLibrary(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return useCallback(
    () =>
      Promise.all(
        [listCommands, listFolders, listRecents].map(({ id }) =>
          queryClient.invalidateQueries({ queryKey: [id] }),
        ),
      ),
    [queryClient],
  );
}

/**
 * Whether the engineer's actions are available to this person; for a command from outside they explain why they aren't.
 */
export function mayChange(command: CommandSummary, orgId: string): boolean {
  return mayPlace(command) || command.orgId !== orgId;
}

const backInLibrary = ({ name }: CommandSummary) => `“${name}” is back in the library.`;

type Change = CallInput<typeof updateCommandOperation>['body'];

/** Stable while the same panels are open, because thousands of rows depend on it. */
export function useLibraryActions({ org, userId }: LibraryOwner): LibraryActions {
  const { orgId } = org;
  const pin = useChangePins({ org, userId });
  const panels = useSidePanels();
  const refresh = useRefreshLibrary();
  return useMemo(
    () => ({ ...libraryActions(orgId, panels, refresh), userId, pin }),
    [orgId, panels, refresh, userId, pin],
  );
}

function libraryActions(
  orgId: string,
  panels: SidePanels,
  refresh: () => Promise<unknown>,
): Omit<LibraryActions, 'userId' | 'pin'> {
  /** Commands of another organization can only be changed by its own people. */
  async function isOwn(command: CommandSummary, what: string): Promise<boolean> {
    if (command.orgId === orgId) return true;
    await alertForeignCommand(command.name, what);
    return false;
  }

  /** Returns whether it was changed; if not, a message says why. */
  async function change(
    command: CommandSummary,
    what: 'hidden' | 'brought back' | 'moved',
    body: Change,
    done: string,
    /** What takes the change back; left out where the change is itself an undoing. */
    undone?: {
      what: 'brought back' | 'moved';
      body: Change;
      done: string;
    },
  ): Promise<boolean> {
    let isDone = true;
    try {
      const { updateCommand } = await import('@/lib/contract/command/configure');
      await callApi(updateCommand, { params: { orgId, kitId: command.commandId }, body });
      const undo = undone && (() => change(command, undone.what, undone.body, undone.done));
      toast.success(done, { undo });
    } catch (error) {
      isDone = false;
      toast.failure(`“${command.name}” was not ${what}`, error);
    }
    await refresh();
    return isDone;
  }

  return {
    async configure(command) {
      if (await isOwn(command, 'configure')) panels.push({ kind: 'configure', commandId: command.commandId });
    },
    async duplicate(command) {
      if (await isOwn(command, 'duplicate')) panels.push({ kind: 'duplicate', commandId: command.commandId });
    },
    async editCopy(command) {
      if (await isOwn(command, 'edit')) panels.push({ kind: 'edit-copy', commandId: command.commandId });
    },
    async share(command) {
      if (await isOwn(command, 'share')) panels.push({ kind: 'share', commandId: command.commandId });
    },
    async hide(command) {
      if (await isOwn(command, 'remove')) {
        await change(
          command,
          'hidden',
          { isHidden: true },
          `“${command.name}” is hidden for everyone. View › Hidden commands shows it again.`,
          { what: 'brought back', body: { isHidden: false }, done: backInLibrary(command) },
        );
      }
    },
    async restore(command) {
      await change(command, 'brought back', { isHidden: false }, backInLibrary(command));
    },
    async askWhereTo(command) {
      if (await isOwn(command, 'move')) panels.push({ kind: 'move', commandId: command.commandId });
    },
    async move(command, folderId, folderName) {
      if (command.folderId === folderId || !(await isOwn(command, 'move'))) return false;
      const where = folderName === null ? 'out of its folder' : `to ${folderName}`;
      return change(command, 'moved', { folderId }, `Moved “${command.name}” ${where}.`, {
        what: 'moved',
        body: { folderId: command.folderId },
        done: `“${command.name}” is back ${command.folderName === null ? 'outside of folders' : `in ${command.folderName}`}.`,
      });
    },
  };
}
