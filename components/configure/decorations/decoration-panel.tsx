'use client';

import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { EngineerPanel } from '../panel/engineer-panel';
import type { Command } from '../panel/use-configure';
import { ButtonEditor } from './button/button-editor';
import { ErrorJumpPanel } from './error-jump-panel';

type DecorationPanelProps = { orgId: string } & PanelParams<'decoration'>;

/** A decoration of a command: a button with all of its parts, or the error jump. */
export function DecorationPanel({ orgId, commandId, of, decorationId, step }: DecorationPanelProps) {
  return (
    <EngineerPanel orgId={orgId} commandId={commandId} title="Button">
      {(command) =>
        of === 'error' ? (
          <ErrorJumpPanel command={command} />
        ) : (
          <ButtonOf command={command} of={of} decorationId={decorationId} step={step} />
        )
      }
    </EngineerPanel>
  );
}

interface ButtonOfProps extends Pick<PanelParams<'decoration'>, 'decorationId' | 'step'> {
  command: Command;
  of: 'row' | 'object';
}

function ButtonOf({ command, of, decorationId, step }: ButtonOfProps) {
  const { rowDecorations, objectDecorations } = command.template;
  const all =
    of === 'row'
      ? rowDecorations
      : objectDecorations.map((each) => ({ ...each, resultSet: 0, shownWhen: [] }));
  const saved = all.find((each) => each.decorationId === decorationId) ?? null;
  if (decorationId !== null && saved === null) {
    return (
      <SidePanel title="Button" context={command.name}>
        <p>This button was deleted.</p>
      </SidePanel>
    );
  }
  return <ButtonEditor command={command} kind={of} saved={saved} step={step} />;
}
