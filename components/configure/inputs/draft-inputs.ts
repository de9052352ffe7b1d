'use client';

import { useMemo } from 'react';
import { type Draft, settle, shownFields } from '../panel/draft';
import { useStoredDrafts } from '../panel/draft-store';
import type { Command, CommandInput } from '../panel/use-configure';
import { type InputFields, inputFields } from './input-fields';

/** An input as the form would show it with these fields saved. Empty text becomes null. */
export function inputWith(input: CommandInput, { defaultText: _, ...fields }: InputFields): CommandInput {
  const orNull = (text: string) => text.trim() || null;
  return {
    ...input,
    ...fields,
    displayName: orNull(fields.displayName),
    placeholder: orNull(fields.placeholder),
    note: orNull(fields.note),
    tooltip: orNull(fields.tooltip),
    groupHeader: orNull(fields.groupHeader),
  };
}

function drafted(input: CommandInput, draft: Draft | undefined): CommandInput {
  if (draft === undefined || Object.keys(draft).length === 0) return input;
  const saved = inputFields(input);
  const settled = settle(saved, draft);
  return Object.keys(settled).length === 0 ? input : inputWith(input, shownFields(saved, settled));
}

/** The inputs of a command with everything that was changed of them and is not saved yet. */
export function useDraftInputs({ commandId, template: { inputs } }: Command): readonly CommandInput[] {
  const drafts = useStoredDrafts(inputs.map(({ inputId }) => `${commandId}-${inputId}`));
  return useMemo(() => inputs.map((input, index) => drafted(input, drafts[index])), [inputs, drafts]);
}
