'use client';

import { EngineerPanel } from '@/components/configure/panel/engineer-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { ReorderInputs } from './reorder-inputs';

/** Puts a command's inputs in another order, straight from its form. */
export function ReorderPanel({ orgId, commandId }: { orgId: string; commandId: number }) {
  const panels = useSidePanels();
  return (
    <EngineerPanel orgId={orgId} commandId={commandId} title="Reorder inputs">
      {(command) => <ReorderInputs command={command} tabs={null} onDone={panels.pop} />}
    </EngineerPanel>
  );
}
