'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { z } from 'zod';
import type { formDropdown } from '@/lib/contract/command/form-dropdown';
import type { Input, InputValues } from '@/lib/inputs/input';

/** What the dropdowns of a form need to load their options. It is the same object as long as the command is. */
export interface FormDropdowns {
  orgId: string;
  commandId: number;
  dropdowns: Readonly<Record<string, z.output<typeof formDropdown>>>;
  /** All inputs of the form. */
  inputs: readonly Input[];
}

const Dropdowns = createContext<FormDropdowns | null>(null);
// Apart, so that typing renders only the controls that read the values.
const Values = createContext<InputValues>({});

interface ProviderProps {
  /** Null if options can't be loaded, such as for visitors: then inputs are typed in. */
  form: FormDropdowns | null;
  values: InputValues;
  children: ReactNode;
}

/** Gives a form's inputs their dropdowns. */
export function FormDropdownsProvider({ form, values, children }: ProviderProps) {
  return (
    <Dropdowns.Provider value={form}>
      <Values.Provider value={values}>{children}</Values.Provider>
    </Dropdowns.Provider>
  );
}

/** The form around a control, and its dropdown with options from a command; null for every other control. */
export function useFormDropdown({ dropdownId }: Input) {
  const form = useContext(Dropdowns);
  const dropdown = dropdownId === null ? undefined : form?.dropdowns[dropdownId];
  return form === null || dropdown?.kind !== 'command_output' ? null : { form, dropdown };
}

export const useFormValues = (): InputValues => useContext(Values);
