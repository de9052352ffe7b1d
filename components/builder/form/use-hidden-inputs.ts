'use client';

import { useMemo, useState } from 'react';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import type { Command } from '../use-command';
import type { FormActions } from './use-form-state';

/** The hidden inputs of a command, which its engineers can show and fill in. */
export interface HiddenInputs {
  /** The command as its form treats it: shown inputs are not hidden. */
  command: Command;
  count: number;
  isShown: boolean;
  /** Undefined for people who may not see them: their values come from the command. */
  toggle: ((form: FormActions) => void) | undefined;
}

export function useHiddenInputs(command: Command): HiddenInputs {
  const [isShown, setShown] = useState(false);
  const { inputs } = command.template;
  const count = useMemo(() => inputs.filter((input) => input.hidden).length, [inputs]);
  const shownCommand = useMemo(() => (isShown ? withHiddenShown(command) : command), [command, isShown]);
  const mayToggle = count > 0 && command.role === 'admin';
  // Few forms have hidden inputs, and fewer people show them.
  const toggle = (form: FormActions) =>
    void import('./toggle-hidden').then(
      ({ toggleHidden }) => setShown(toggleHidden(form, inputs, isShown)),
      (error: unknown) => toast.failure('The hidden inputs could not be loaded', error),
    );
  return { command: shownCommand, count, isShown, toggle: mayToggle ? toggle : undefined };
}

function withHiddenShown(command: Command): Command {
  const { template } = command;
  const inputs = template.inputs.map((input) => ({ ...input, hidden: false }));
  return { ...command, template: { ...template, inputs } };
}
