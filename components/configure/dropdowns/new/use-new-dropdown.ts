'use client';

import { useState } from 'react';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import type { createDropdown } from '@/lib/contract/command/dropdowns';
import type { BodyOf } from '@/lib/contract/operation';
import type { Command, CommandInput } from '../../panel/use-configure';
import { useCreateDropdown, useLinkDropdown } from '../use-dropdowns';

export interface NewDropdownOf {
  command: Command;
  input: CommandInput;
}

/** The documents' word for a dropdown without a name. */
export const NO_NAME = 'You must fill out "Name"';

/** Creates a dropdown, links it to an input, and returns to the input. */
export function useNewDropdown({ command: { orgId, commandId }, input: { inputId } }: NewDropdownOf) {
  const panels = useSidePanels();
  const create = useCreateDropdown(orgId);
  const link = useLinkDropdown(orgId, { commandId, inputId });
  // A second attempt after a failed link must not create a second dropdown.
  const [createdId, setCreatedId] = useState<number | null>(null);

  async function save(
    definition: Omit<BodyOf<typeof createDropdown>, 'orgId' | 'componentId'>,
  ): Promise<void> {
    try {
      let dropdownId = createdId;
      if (dropdownId === null) {
        ({ dropdownId } = await create.mutateAsync({ orgId, componentId: 'b-select', ...definition }));
        setCreatedId(dropdownId);
      }
      await link.mutateAsync(dropdownId);
      panels.popTo({ kind: 'configure-input', commandId, inputId });
    } catch {
      // The mutations show it.
    }
  }
  return {
    save,
    isBusy: create.isPending || link.isPending,
    error: create.error ?? link.error,
    cancel: panels.pop,
  };
}
