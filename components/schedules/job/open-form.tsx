'use client';

import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { exactJson } from '@/lib/base/exact-json';
import { paths } from '@/lib/base/paths';
import { openValues } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { valuesAt } from '@/lib/schedules/relative-dates';

/** Browsers cut longer addresses; then the form opens empty. */
const LONGEST = 4000;

interface FormOfJob {
  orgSlug: string;
  command: { commandId: number; template: { inputs: readonly Input[] } };
  values: InputValues;
  zone: string;
}

/** The address of the command with the values of a job, as if it fired now. */
export function formAddress({ orgSlug, command, values, zone }: FormOfJob): string {
  const { inputs } = command.template;
  const now = valuesAt(inputs, values, { slotMs: Date.now(), zone });
  const params = encodeURIComponent(exactJson(openValues(inputs, now)));
  const address = paths.builder(orgSlug, command.commandId);
  return params.length > LONGEST ? address : `${address}&params=${params}`;
}

/** Opens it in a new tab. Passwords are typed there. */
export function openForm(form: FormOfJob): void {
  window.open(formAddress(form), '_blank', 'noopener');
}

/** The button for it. */
export function OpenForm(form: FormOfJob) {
  return (
    <Button
      variant="default"
      rightSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
      onClick={() => openForm(form)}
    >
      Open the form with these values
    </Button>
  );
}
