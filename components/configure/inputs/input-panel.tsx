'use client';

import { QueryState } from '@/components/ui/feedback/query-state';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { mayConfigure } from '@/lib/commands/rights';
import { NotAnEngineer } from '../panel/not-an-engineer';
import { useConfiguredCommand } from '../panel/use-configure';
import { InputEditor } from './input-editor';

/** One input of a command, to edit. */
export function InputPanel({
  orgId,
  commandId,
  inputId,
}: { orgId: string } & PanelParams<'configure-input'>) {
  const command = useConfiguredCommand(orgId, commandId);
  const input = command.data?.template.inputs.find((each) => each.inputId === inputId);
  const isEngineer = command.data !== undefined && mayConfigure(command.data);
  if (command.data !== undefined && input !== undefined && isEngineer) {
    return <InputEditor key={inputId} command={command.data} input={input} />;
  }
  return (
    <SidePanel title="Edit input">
      <QueryState
        query={command}
        errorTitle="Error fetching command!"
        loading={<FieldsSkeleton fields={4} />}
      >
        {() => (isEngineer ? <p>This command no longer has this input.</p> : <NotAnEngineer />)}
      </QueryState>
    </SidePanel>
  );
}
