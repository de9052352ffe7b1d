'use client';

import type { ReactNode } from 'react';
import { QueryState } from '@/components/ui/feedback/query-state';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { mayConfigure } from '@/lib/commands/rights';
import { NotAnEngineer } from './not-an-engineer';
import { type Command, useConfiguredCommand } from './use-configure';

interface EngineerPanelProps {
  orgId: string;
  commandId: number;
  /** The panel's title until the command has loaded, and for people who may not configure it. */
  title: string;
  /** Renders the panel itself, for engineers of the command. */
  children: (command: Command) => ReactNode;
}

/** A panel that configures a command: it loads the command, and tells people who aren't engineers why they can't see it. */
export function EngineerPanel({ orgId, commandId, title, children }: EngineerPanelProps) {
  const command = useConfiguredCommand(orgId, commandId);
  if (command.data !== undefined && mayConfigure(command.data)) return children(command.data);
  return (
    <SidePanel title={title}>
      <QueryState
        query={command}
        errorTitle="Error fetching command!"
        loading={<FieldsSkeleton fields={4} />}
      >
        {() => <NotAnEngineer />}
      </QueryState>
    </SidePanel>
  );
}
