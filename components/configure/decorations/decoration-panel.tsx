'use client';

import { Skeleton } from '@mantine/core';
import { QueryState } from '@/components/ui/feedback/query-state';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { NotAnEngineer } from '../panel/not-an-engineer';
import { type Command, useConfiguredCommand } from '../panel/use-configure';
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
  const command = useConfiguredCommand(orgId, commandId);
  if (command.data?.role === 'admin') {
    if (of === 'error') return <ErrorJumpPanel command={command.data} />;
    return <ButtonStep key={step} command={command.data} of={of} decorationId={decorationId} step={step} />;
  }
  return (
    <SidePanel title="Decoration">
      <QueryState
        query={command}
        errorTitle="Error loading command details"
        loading={<Skeleton height={54} aria-hidden />}
      >
        {() => <NotAnEngineer />}
      </QueryState>
    </SidePanel>
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
