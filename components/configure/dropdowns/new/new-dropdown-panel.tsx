'use client';

import { QueryState } from '@/components/ui/feedback/query-state';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { mayConfigure } from '@/lib/commands/rights';
import { NotAnEngineer } from '../../panel/not-an-engineer';
import { type Command, useConfiguredCommand } from '../../panel/use-configure';
import { CommandDropdown } from './command-dropdown';
import { HardcodedDropdown } from './hardcoded-dropdown';

type NewDropdownPanelProps = { orgId: string } & PanelParams<'new-dropdown'>;

/** Creates a dropdown on one screen, and links it to the input that it is created for. */
export function NewDropdownPanel({ orgId, commandId, inputId, source }: NewDropdownPanelProps) {
  const command = useConfiguredCommand(orgId, commandId);
  if (command.data !== undefined && mayConfigure(command.data)) {
    return <NewDropdown command={command.data} inputId={inputId} source={source} />;
  }
  return (
    <SidePanel title="New dropdown">
      <QueryState
        query={command}
        errorTitle="Error fetching command!"
        loading={<FieldsSkeleton fields={3} />}
      >
        {() => <NotAnEngineer />}
      </QueryState>
    </SidePanel>
  );
}

interface NewDropdownProps extends Pick<NewDropdownPanelProps, 'inputId' | 'source'> {
  command: Command;
}

function NewDropdown({ command, inputId, source }: NewDropdownProps) {
  const input = command.template.inputs.find((each) => each.inputId === inputId);
  if (input === undefined) {
    return (
      <SidePanel title="New dropdown" context={command.name}>
        <p>This command no longer has this input.</p>
      </SidePanel>
    );
  }
  return source === 'hardcoded' ? (
    <HardcodedDropdown command={command} input={input} />
  ) : (
    <CommandDropdown command={command} input={input} />
  );
}
