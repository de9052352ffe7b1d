'use client';

import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { EngineerPanel } from '../panel/engineer-panel';
import { CommandPart } from './command-part';
import { areSafetyFieldsValid, SafetyFields } from './safety-fields';

/** Everything that keeps a command from doing harm: what it says, what it asks, and who answers. */
export function SafetyPanel({ orgId, commandId }: { orgId: string } & PanelParams<'safety'>) {
  return (
    <EngineerPanel orgId={orgId} commandId={commandId} title="Safety">
      {(command) => (
        <CommandPart title="Safety" command={command} isValid={areSafetyFieldsValid}>
          {(editing) => <SafetyFields command={command} editing={editing} />}
        </CommandPart>
      )}
    </EngineerPanel>
  );
}
