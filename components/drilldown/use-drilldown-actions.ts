'use client';

import { useQueryClient } from '@tanstack/react-query';
import { alertForeignCommand } from '@/components/command/foreign-command-alert';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { callApi } from '@/lib/client/api-client';
import { updateCommand } from '@/lib/contract/command/configure';
import { diffCommands } from '@/lib/contract/library/drilldown';
import type { MemberCommand } from './use-drilldown';

/** Actions on a command; only the people of its own organization can change it. */
export interface DrilldownActions {
  share(command: MemberCommand): void;
  configure(command: MemberCommand): void;
  hide(command: MemberCommand): Promise<void>;
  restore(command: MemberCommand): Promise<void>;
}

export function useDrilldownActions(orgId: string): DrilldownActions {
  const panels = useSidePanels();
  const queryClient = useQueryClient();

  function openOwn(command: MemberCommand, panel: 'share' | 'configure'): void {
    if (command.orgId === orgId) panels.push({ kind: panel, commandId: command.commandId });
    else void alertForeignCommand(command.name, panel);
  }
  async function setHidden(command: MemberCommand, isHidden: boolean): Promise<void> {
    const { commandId, name } = command;
    try {
      await callApi(updateCommand, { params: { orgId, kitId: commandId }, body: { isHidden } });
      if (isHidden) {
        toast.success(
          `“${name}” is hidden for everyone. View › Hidden commands in the library shows it again.`,
          {
            undo: () => setHidden(command, false),
          },
        );
      } else toast.success(`“${name}” is back in the library.`);
    } catch (error) {
      toast.failure(`“${name}” was not ${isHidden ? 'hidden' : 'brought back'}`, error);
    }
    await queryClient.invalidateQueries({ queryKey: [diffCommands.id] });
  }
  return {
    share: (command) => openOwn(command, 'share'),
    configure: (command) => openOwn(command, 'configure'),
    async hide(command) {
      if (command.orgId !== orgId) {
        await alertForeignCommand(command.name, 'remove');
        return;
      }
      await setHidden(command, true);
    },
    restore: (command) => setHidden(command, false),
  };
}
