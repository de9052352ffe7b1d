'use client';

import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { EngineerPanel } from '../panel/engineer-panel';
import type { Command } from '../panel/use-configure';
import { ButtonDrilldown } from './button-drilldown';
import { ButtonName } from './button-name';
import { ButtonTarget } from './button-target';
import { DuplicateTarget } from './duplicate-target';
import { ErrorJumpPanel } from './error-jump-panel';
import { MapOutputs } from './map-outputs';
import { ResultSetPanel } from './result-set-panel';
import { type ButtonState, useButtonState } from './use-button-state';

type DecorationPanelProps = { orgId: string } & PanelParams<'decoration'>;

/** One panel of the decorations of a command: a step of a new button, a part of one, or the error jump. */
export function DecorationPanel({ orgId, commandId, of, decorationId, step }: DecorationPanelProps) {
  return (
    <EngineerPanel orgId={orgId} commandId={commandId} title="Decoration">
      {(command) =>
        of === 'error' ? (
          <ErrorJumpPanel command={command} />
        ) : (
          <ButtonStep key={step} command={command} of={of} decorationId={decorationId} step={step} />
        )
      }
    </EngineerPanel>
  );
}

interface ButtonStepProps extends Pick<PanelParams<'decoration'>, 'decorationId' | 'step'> {
  command: Command;
  of: 'row' | 'object';
}

function ButtonStep({ command, of, decorationId, step }: ButtonStepProps) {
  const state = useButtonState(command, of, decorationId);
  if (state === null) {
    return (
      <SidePanel title="Decoration" context={command.name}>
        <p>This button was deleted.</p>
      </SidePanel>
    );
  }
  return drawStep(state, step);
}

function drawStep(state: ButtonState, step: ButtonStepProps['step']) {
  switch (step) {
    case 'name':
      return <ButtonName state={state} />;
    case 'set':
      return <ResultSetPanel state={state} />;
    case 'cmd':
      return <ButtonTarget state={state} />;
    case 'copy':
      return <DuplicateTarget state={state} />;
    case 'map':
      return <MapOutputs state={state} />;
    case 'view':
      return <ButtonDrilldown state={state} />;
  }
}
