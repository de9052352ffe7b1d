'use client';

import { useCallback, useContext, useRef } from 'react';
import { focusField } from '@/components/input-form/state/focus-field';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { asksFirst, changesData } from '@/lib/commands/warning-tag';
import type { ValueIssue } from '@/lib/values/check-values';
import type { ValuesCaller } from '@/lib/values/values-caller';
import type { AskedRun } from '../runs/attempts';
import { useRunCommand } from '../runs/use-run-command';
import type { Command } from '../use-command';
import type { BeforeRun } from './before-run/before-run';
import { formChecks } from './before-run/form-checks';
import { FormPlaceContext } from './form-place';
import { useFocusedInput } from './use-focused-input';
import { useFormState } from './use-form-state';

/** A dialog that was open returns the focus when it closes; only then can we move it. */
const DIALOG_GONE_MS = 220;

/**
 * The form of a command together with its runs: everything from a press on Run to the start of the run.
 * @param onStarted is called for each run once it is started, even if the form has been left by then.
 */
export function useCommandForm(
  command: Command,
  caller: ValuesCaller,
  userId: string,
  onStarted?: (runId: number, asked: AskedRun) => void,
) {
  const formRef = useRef<HTMLDivElement>(null);
  const asksAlways = useContext(FormPlaceContext)?.asksAlways ?? false;
  const form = useFormState(command, caller, userId);
  const { refuse } = form;
  /** What had the focus at the press on Run: a dialog returns it there. */
  const pressedAt = useRef<Element | null>(null);
  const goToFirst = useCallback((keys: readonly string[]) => {
    const pressed = pressedAt.current;
    setTimeout(() => {
      const active = document.activeElement;
      const hasMovedOn = active !== pressed && formRef.current?.contains(active);
      // A person who is typing into another field by now would go on typing into this one.
      if (!hasMovedOn) focusField(formRef.current, keys);
    }, DIALOG_GONE_MS);
  }, []);
  const onRefused = (issues: ValueIssue[]) => {
    refuse(issues);
    goToFirst(issues.map(({ key }) => key));
    const unseen = unseenIssues(command, issues);
    if (unseen.length === 0) return;
    import('./before-run/ask-before-run').then(
      ({ tellHidden }) => tellHidden(command, unseen),
      () => {
        // The card of the run that was refused says it, too.
      },
    );
  };
  const runs = useRunCommand(command, userId, onRefused, onStarted);
  // Values that changed data must not be ready to run again when the person comes back.
  const leaveBehind = () => {
    if (changesData(command.template.warningTag)) form.forget();
  };
  useFocusedInput(formRef);

  // The current meaning of Run; a shortcut that first lets a field settle asks for it a moment later.
  const isAsking = useRef(false);
  const press = async (isDryRun: boolean) => {
    if (isAsking.current || runs.isStarting()) return;
    isAsking.current = true;
    const check = async () => {
      const { inputs } = command.template;
      const { checkBeforeRun, checkPatterns } = await formChecks(inputs);
      const rules = { checks: command.inputChecks, checkPatterns };
      const found = checkBeforeRun(inputs, form.state, caller, rules);
      if (found.kind !== 'ready') refuse(found.issues);
      return { found, asked: await settle(command, found, { isDryRun, asksAlways }) };
    };
    const { found, asked } = await check().finally(() => {
      isAsking.current = false;
    });
    if (asked !== null) runs.run(asked);
    else if (found.kind !== 'ready') goToFirst(found.issues.map(({ key }) => key));
  };
  const latestPress = useRef(press);
  latestPress.current = press;
  const pressWith = useCallback((isDryRun: boolean) => {
    pressedAt.current = document.activeElement;
    settleFocusedField();
    setTimeout(() => {
      latestPress.current(isDryRun).catch((error) => toast.failure('Nothing was started', error));
    }, 0);
  }, []);
  const pressRun = useCallback(() => pressWith(false), [pressWith]);
  const pressDryRun = useCallback(() => pressWith(true), [pressWith]);
  return { form, runs, formRef, pressRun, pressDryRun, leaveBehind };
}

/** Problems of inputs that the person doesn't see, which only the server can find. */
const unseenIssues = ({ template }: Command, issues: readonly ValueIssue[]): ValueIssue[] =>
  issues.filter(({ key }) => !template.inputs.some((input) => input.key === key));

/** Whether the command needs something of the person besides its values. */
const asksMore = ({ needsApproval, confirmationWord }: Command): boolean =>
  needsApproval || confirmationWord !== null;

/** What to run, or null if the person goes back to the form. Most runs need no question. */
async function settle(
  command: Command,
  found: BeforeRun,
  { isDryRun, asksAlways }: { isDryRun: boolean; asksAlways: boolean },
): Promise<AskedRun | null> {
  const changes = asksFirst(command.template.warningTag) || asksAlways;
  const isAsked = (changes && !isDryRun) || asksMore(command);
  const more = isDryRun ? { isDryRun } : {};
  if (found.kind === 'ready' && !isAsked) return { values: found.values, ...more };
  const { askBeforeRun } = await import('./before-run/ask-before-run');
  const asked = await askBeforeRun(command, found, { isDryRun, isAsked });
  return asked === null ? null : { ...asked, ...more };
}

/** Half-typed tags count: leaving a field adds them, and coming back changes nothing. */
function settleFocusedField(): void {
  const active = document.activeElement;
  if (!(active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement)) return;
  active.blur();
  // On a phone, the keyboard would stay above the result.
  if (window.matchMedia('(pointer: coarse)').matches) return;
  // The page stays where it is: the result may be what is being read.
  active.focus({ preventScroll: true });
}
