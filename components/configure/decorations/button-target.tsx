import { Button } from '@mantine/core';
import { useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { CommandChoice } from './command-choice';
import type { ButtonState } from './use-button-state';

/** Which command a button opens. */
export function ButtonTarget({ state }: { state: ButtonState }) {
  const [chosen, setChosen] = useState(state.targetCommandId);
  const { saved, kind, resultSet } = state;
  const outputs = (state.outputs.data ?? []).filter((output) => output.resultSet === resultSet);
  const next = kind === 'object' ? 'copy' : 'map';
  return (
    <SidePanel
      title="Link To..."
      context={state.command.name}
      footer={
        <>
          <Button variant="default" onClick={state.back}>
            Cancel
          </Button>
          <Button
            disabled={chosen === null}
            loading={state.isBusy}
            onClick={() => chosen !== null && state.keep({ targetCommandId: chosen }, next)}
          >
            {saved !== null ? 'Save' : kind === 'object' ? 'Duplicate? Or not?' : 'Map Columns'}
          </Button>
        </>
      }
    >
      <CommandChoice command={state.command} outputs={outputs} chosen={chosen} onChoose={setChosen} />
      {state.error !== null && <ErrorNotice error={state.error} />}
    </SidePanel>
  );
}
