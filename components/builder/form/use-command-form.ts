'use client';

import { useCallback, useRef } from 'react';
import { changesData } from '@/components/command/warning-tag';
import { focusField } from '@/components/input-form/focus-field';
import type { ValuesCaller } from '@/lib/inputs/check-values';
import type { InputValues } from '@/lib/inputs/input';
import { useRunCommand } from '../runs/use-run-command';
import type { Command } from '../use-command';
import { type BeforeRun, checkBeforeRun } from './before-run';
import { useFocusedInput } from './use-focused-input';
import { useFormState } from './use-form-state';

/** A dialog gives the focus back to where it was when it is gone; only then is it ours to move. */
const DIALOG_GONE_MS = 220;

/** The form of a command together with its runs: what happens from a press on Run to the run's start. */
export function useCommandForm(command: Command, caller: ValuesCaller, userId: string) {
  const formRef = useRef<HTMLDivElement>(null);
  const form = useFormState(command, caller, userId);
  const { refuse } = form;
  const goToFirst = useCallback((keys: readonly string[]) => {
    setTimeout(() => focusField(formRef.current, keys), DIALOG_GONE_MS);
  }, []);
  const runs = useRunCommand(command, userId, (issues) => {
    refuse(issues);
    goToFirst(issues.map(({ key }) => key));
  });
  // What has changed data is not to lie ready for a second time when one comes back.
  const leaveBehind = () => {
    if (changesData(command.template.warningTag)) form.forget();
  };
  useFocusedInput(formRef);

  // What Run means now; a shortcut that first lets a field settle asks for it a moment later.
  const isAsking = useRef(false);
  const press = async () => {
    if (isAsking.current || runs.isStarting) return;
    isAsking.current = true;
    const found = checkBeforeRun(command.template.inputs, form.state, caller);
    if (found.kind !== 'ready') refuse(found.issues);
    const values = await settle(command, found).finally(() => {
      isAsking.current = false;
    });
    if (values !== null) runs.run(values);
    else if (found.kind !== 'ready') goToFirst(found.issues.map(({ key }) => key));
  };
  const latestPress = useRef(press);
  latestPress.current = press;
  const pressRun = useCallback(() => {
    settleFocusedField();
    setTimeout(() => void latestPress.current(), 0);
  }, []);
  return { form, runs, formRef, pressRun, leaveBehind };
}

/** The values to run with, or null where the person goes back to the form. Most runs have nothing to be asked about. */
async function settle(command: Command, found: BeforeRun): Promise<InputValues | null> {
  if (found.kind === 'ready' && !changesData(command.template.warningTag)) return found.values;
  const { askBeforeRun } = await import('./ask-before-run');
  return askBeforeRun(command, found);
}

/** Half-typed tags count as typed: leaving a field takes them over, and coming back changes nothing. */
function settleFocusedField(): void {
  const active = document.activeElement;
  if (!(active instanceof HTMLInputElement)) return;
  active.blur();
  active.focus();
}
