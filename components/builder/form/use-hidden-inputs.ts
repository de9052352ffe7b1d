'use client';

import { useMemo, useState } from 'react';
import { ownValue } from '@/components/input-form/own-value';
import { toast } from '@/components/ui/feedback/toasts';
import type { Input, InputValues } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { isEmpty } from '@/lib/inputs/is-empty';
import { hasSealedDefault } from '@/lib/inputs/secret-values';
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
  const hidden = useMemo(
    () => command.template.inputs.filter((input) => input.hidden),
    [command.template.inputs],
  );
  const shownCommand = useMemo(() => (isShown ? withHiddenShown(command) : command), [command, isShown]);
  const mayToggle = hidden.length > 0 && command.role === 'admin';
  const toggle = (form: FormActions) => {
    if (!isShown) {
      form.insert(defaultsOf(hidden), hidden);
      return setShown(true);
    }
    const missing = hidden.filter((input) => isEmptyRequired(input, form.state.values));
    if (missing.length === 0) return setShown(false);
    const names = inputNames(command.template.inputs);
    const missed = missing.map(({ key }) => nameOf(names, key)).join(', ');
    toast.danger(`Fill in the required inputs before hiding them: ${missed}`);
  };
  return { command: shownCommand, count: hidden.length, isShown, toggle: mayToggle ? toggle : undefined };
}

function withHiddenShown(command: Command): Command {
  const { template } = command;
  const inputs = template.inputs.map((input) => ({ ...input, hidden: false }));
  return { ...command, template: { ...template, inputs } };
}

/** The values the hidden inputs would be sent with, so that showing them changes nothing. */
function defaultsOf(hidden: readonly Input[]): InputValues {
  return Object.fromEntries(
    hidden
      .filter((input) => input.defaultValue !== null && !hasSealedDefault(input))
      .map(({ key, defaultValue }) => [key, defaultValue]),
  );
}

function isEmptyRequired(input: Input, values: InputValues): boolean {
  const { key, defaultAmbiguousInput, locked, variable } = input;
  if (hasSealedDefault(input)) return false;
  if (defaultAmbiguousInput !== 'required' || locked || variable !== null) return false;
  return isEmpty(input, ownValue(values, key));
}
