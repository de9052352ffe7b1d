'use client';

import { EngineerPanel } from '../panel/engineer-panel';
import { UndoForm } from './undo-form';

/** Which command takes a command back, what fills it in, and for how long it is offered. */
export function UndoPanel({ orgId, commandId }: { orgId: string; commandId: number }) {
  return (
    <EngineerPanel orgId={orgId} commandId={commandId} title="Undo partner">
      {(command) => <UndoForm command={command} />}
    </EngineerPanel>
  );
}
