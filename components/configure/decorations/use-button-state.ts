'use client';

import { confirmOutputChange } from '@/components/command/dependents/confirm-output-change';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import type { Command } from '../panel/use-configure';
import { emptyButton, useNewButton } from './decoration-draft';
import { type ButtonChanges, type ButtonKind, useButtons, useOutputs } from './use-decorations';

type Step = PanelParams<'decoration'>['step'];
type Saved = Command['template']['rowDecorations'][number];

/** A button that is being made or changed, and the ways between its panels. */
export interface ButtonState {
  command: Command;
  kind: ButtonKind;
  /** Null while it is new. */
  saved: Saved | null;
  name: string;
  resultSet: number;
  targetCommandId: number | null;
  outputs: ReturnType<typeof useOutputs>;
  /** Whether results have several sets, as far as they are known. */
  isMultiset: boolean;
  isBusy: boolean;
  error: Error | null;
  /** Keeps a part: of a new button until it is created, of another one at once. Then goes on, or back. */
  keep(changes: ButtonChanges, next: Step): void;
  goTo(step: Step): void;
  back(): void;
  /** The last step: creates a new button, or saves what fills the inputs of another one. */
  finish(maps: NonNullable<ButtonChanges['maps']>): void;
  remove(): void;
}

/** Asks before another result set takes away what a button fills in. */
function confirmResultSet(command: Command, { decorationId, resultSet }: Saved, changes: ButtonChanges) {
  if (changes.resultSet === undefined || changes.resultSet === resultSet) return Promise.resolve(true);
  return confirmOutputChange({
    command,
    title: 'Choose another result set?',
    words: 'What the button fills in from the present one has to be chosen again.',
    isConcerned: (each) => each.decorationId === decorationId,
  });
}

/** Null for a button that isn't there. */
export function useButtonState(
  command: Command,
  kind: ButtonKind,
  decorationId: number | null,
): ButtonState | null {
  const panels = useSidePanels();
  const { commandId } = command;
  const { draft, set } = useNewButton(commandId, kind);
  const { create, update, remove } = useButtons(command, kind);
  const outputs = useOutputs(command, kind);
  const { rowDecorations, objectDecorations } = command.template;
  const all: Saved[] =
    kind === 'row' ? rowDecorations : objectDecorations.map((each) => ({ ...each, resultSet: 0 }));
  const saved =
    decorationId === null ? null : (all.find((each) => each.decorationId === decorationId) ?? null);
  if (decorationId !== null && saved === null) return null;
  const goTo = (step: Step) => panels.push({ kind: 'decoration', commandId, of: kind, decorationId, step });
  const { name, resultSet, targetCommandId } = saved ?? draft;
  return {
    command,
    kind,
    saved,
    name,
    resultSet,
    targetCommandId,
    outputs,
    isMultiset: kind === 'row' && (outputs.data ?? []).some((output) => output.resultSet > 0),
    isBusy: create.isPending || update.isPending || remove.isPending,
    error: create.error ?? update.error ?? remove.error,
    keep: (changes, next) => {
      if (saved === null) {
        set(changes);
        goTo(next);
        return;
      }
      void confirmResultSet(command, saved, changes).then((isSure) => {
        if (isSure) update.mutate({ id: saved.decorationId, changes }, { onSuccess: panels.pop });
      });
    },
    goTo,
    back: panels.pop,
    finish: (maps) => {
      if (saved !== null) {
        update.mutate({ id: saved.decorationId, changes: { maps } }, { onSuccess: panels.pop });
        return;
      }
      if (targetCommandId === null) return;
      create.mutate(
        { name, resultSet, targetCommandId, maps },
        {
          onSuccess: () => {
            set(emptyButton);
            const configure = { kind: 'configure', commandId } as const;
            if (panels.stack.includes(`configure:${commandId}`)) panels.popTo(configure);
            else panels.closeAll();
          },
        },
      );
    },
    remove: () => {
      if (saved !== null) remove.mutate(saved.decorationId, { onSuccess: panels.pop });
    },
  };
}
