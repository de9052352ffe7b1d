'use client';

import { useState } from 'react';
import { confirmOutputChange } from '@/components/command/dependents/confirm-output-change';
import { latestError } from '@/components/ui/feedback/latest-error';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { termProblem } from '@/lib/results/look/row-terms';
import type { Command } from '../../panel/use-configure';
import { autoMatch, byFit, type Mapping, suitabilityOf } from '../auto-match';
import {
  type ButtonKind,
  type NewButton,
  type OfferedCommand,
  placeOf,
  useButtons,
  useDuplicate,
  useOfferedCommands,
  useOutputs,
  useTarget,
} from '../use-decorations';
import { emptyDraft, useButtonDraft } from './button-draft';

type Saved = Command['template']['rowDecorations'][number];

/** The documents' words for what is missing. */
export const NO_NAME = 'You must fill out "Name"';
export const NO_DUPLICATE = 'You must fill out "Name of the duplicate"';
export const NO_TARGET = 'Error: No command selected';
export const NOT_A_NUMBER = 'Error - Not a number';

/** Asks before another result set takes away what jobs take from the rows of a button, or what the button fills in. */
function confirmResultSet(
  command: Command,
  { decorationId, resultSet }: Saved,
  chosen: number,
): Promise<boolean> {
  if (chosen === resultSet) return Promise.resolve(true);
  return confirmOutputChange({
    command,
    title: 'Choose another result set?',
    words: 'What the button fills in from the current result set is replaced by what this form shows.',
    isConcerned: (each) => each.decorationId === decorationId,
  });
}

/** What is missing, by the field where it is said. */
export interface ButtonProblems {
  name: string | null;
  target: string | null;
  resultSet: string | null;
  rows: string | null;
  duplicate: string | null;
}

/** Reads a result set as people count them, from 1; null for what isn't one. */
const resultSetOf = (text: string): number | null =>
  /^[1-9]\d{0,2}$/.test(text.trim()) ? Number(text) - 1 : null;

/** The nearest of the likely commands of the same connection; undefined if there isn't one. */
function likelyTarget(
  command: Command,
  offered: readonly OfferedCommand[],
  outputs: readonly { outputColumnId: number; path: string }[],
): OfferedCommand | undefined {
  const [best] = offered
    .filter(({ sourceName }) => sourceName === command.template.sourceName)
    .map((each) => ({ each, suits: suitabilityOf(each.inputs, outputs, command.name) }))
    .filter(({ suits }) => suits.isLikely)
    .sort(byFit(placeOf(command)));
  return best?.each;
}

/**
 * A button that is made or changed on one screen. What nobody entered is as it was saved, or for a new button as it most
 * likely should be.
 *
 * @param saved null for a new one
 */
export function useButtonEditor(command: Command, kind: ButtonKind, saved: Saved | null) {
  const panels = useSidePanels();
  const { commandId } = command;
  const { draft, set } = useButtonDraft(commandId, kind, saved === null);
  const [wasSent, setSent] = useState(false);
  const { create, update, remove } = useButtons(command, kind);
  const duplicate = useDuplicate(command);
  const allOutputs = useOutputs(command, kind);
  const offered = useOfferedCommands(command);
  const resultSetText = draft.resultSet ?? String((saved?.resultSet ?? 0) + 1);
  const resultSet = resultSetOf(resultSetText);
  const outputs = (allOutputs.data ?? []).filter((output) => output.resultSet === resultSet);
  const present = outputs.filter(({ isPresent }) => isPresent);
  const guess = saved === null ? likelyTarget(command, offered.data ?? [], present) : undefined;
  const targetCommandId =
    draft.targetCommandId === undefined
      ? (saved?.targetCommandId ?? guess?.commandId ?? null)
      : draft.targetCommandId;
  const read = useTarget(command, targetCommandId);
  const target = offered.data?.find((each) => each.commandId === targetCommandId) ?? read.data;
  const name = draft.name ?? saved?.name ?? target?.name ?? 'Button';
  const maps = target === undefined ? {} : mapsOf(target);
  const shownWhen = draft.shownWhen ?? saved?.shownWhen ?? [];
  const problems: ButtonProblems = {
    name: name.trim() === '' ? NO_NAME : null,
    target: targetCommandId === null ? NO_TARGET : null,
    resultSet: resultSet === null ? NOT_A_NUMBER : null,
    rows: shownWhen.map(termProblem).find((problem) => problem !== null) ?? null,
    duplicate: draft.duplicateName?.trim() === '' ? NO_DUPLICATE : null,
  };

  function mapsOf({ commandId: targetId, inputs }: OfferedCommand): Mapping {
    const isAsSaved = saved !== null && saved.targetCommandId === targetId && saved.resultSet === resultSet;
    const before =
      isAsSaved && saved.maps.length > 0
        ? Object.fromEntries(saved.maps.map(({ inputId, outputColumnId }) => [inputId, outputColumnId]))
        : autoMatch(inputs, present, command.name);
    return { ...before, ...draft.maps };
  }

  /** What is saved: the inputs that an output of this result set fills. */
  const filled = (inputs: OfferedCommand['inputs']): NewButton['maps'] =>
    inputs.flatMap(({ inputId }) => {
      const outputColumnId = maps[inputId] ?? null;
      const isKnown = outputs.some((output) => output.outputColumnId === outputColumnId);
      return outputColumnId !== null && isKnown ? [{ inputId, outputColumnId }] : [];
    });

  async function save(): Promise<void> {
    setSent(true);
    if (Object.values(problems).some((problem) => problem !== null)) return;
    if (target === undefined || resultSet === null) return;
    const button = {
      name: name.trim(),
      resultSet,
      targetCommandId: target.commandId,
      shownWhen,
      maps: filled(target.inputs),
    };
    if (saved !== null && !(await confirmResultSet(command, saved, resultSet))) return;
    try {
      if (saved !== null) await update.mutateAsync({ id: saved.decorationId, ...button });
      else
        await create.mutateAsync(draft.duplicateName === null ? button : await ofDuplicate(button, target));
    } catch {
      // The mutations show it.
      return;
    }
    set(emptyDraft);
    leave();
  }

  /** The same button for a new duplicate of its command, whose inputs have other ids. */
  async function ofDuplicate(button: NewButton, { inputs }: OfferedCommand): Promise<NewButton> {
    const copy = await duplicate.mutateAsync({
      commandId: button.targetCommandId,
      name: draft.duplicateName ?? '',
    });
    // A second attempt opens the duplicate that there is.
    set({ targetCommandId: copy.commandId, duplicateName: null, maps: {} });
    const keyOf = new Map(inputs.map(({ inputId, key }) => [inputId, key]));
    const maps = button.maps.flatMap(({ inputId, outputColumnId }) => {
      const own = copy.inputs.find(({ key }) => key === keyOf.get(inputId));
      return own === undefined ? [] : [{ inputId: own.inputId, outputColumnId }];
    });
    return { ...button, targetCommandId: copy.commandId, maps };
  }

  function leave(): void {
    const configure = { kind: 'configure', commandId } as const;
    if (panels.stack.includes(`configure:${commandId}`)) panels.popTo(configure);
    else panels.closeAll();
  }

  return {
    command,
    kind,
    saved,
    draft,
    set,
    name,
    resultSet,
    resultSetText,
    /** Whether results have several sets, as far as they are known. */
    isMultiset: kind === 'row' && (allOutputs.data ?? []).some((output) => output.resultSet > 0),
    targetCommandId,
    target,
    isTargetGuessed: draft.targetCommandId === undefined && guess !== undefined,
    readTarget: read,
    allOutputs,
    outputs,
    maps,
    shownWhen,
    /** Null until a press on Save. */
    problems: wasSent ? problems : null,
    isBusy: create.isPending || update.isPending || remove.isPending || duplicate.isPending,
    error: latestError(create, update, remove, duplicate),
    choose: (chosen: number | null) => set({ targetCommandId: chosen, maps: {}, duplicateName: null }),
    save,
    remove: () => {
      if (saved !== null) remove.mutate(saved.decorationId, { onSuccess: leave });
    },
    cancel: panels.pop,
  };
}

export type ButtonEditorState = ReturnType<typeof useButtonEditor>;
