'use client';

import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { EngineerPanel } from '../panel/engineer-panel';
import { CommandPart } from './command-part';
import { areRunningFieldsValid, RunningFields } from './running-fields';

/** How long runs of a command take, how many there are at once, and what they save. */
export function RunningPanel({ orgId, commandId }: { orgId: string } & PanelParams<'running'>) {
  return (
    <EngineerPanel orgId={orgId} commandId={commandId} title="Running">
      {(command) => (
        <CommandPart title="Running" command={command} isValid={areRunningFieldsValid}>
          {(editing) => <RunningFields editing={editing} />}
        </CommandPart>
      )}
    </EngineerPanel>
  );
}
