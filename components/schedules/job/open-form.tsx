'use client';

import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { paths } from '@/lib/base/paths';
import { openValues } from '@/lib/inputs/form-inputs';
import type { InputValues } from '@/lib/inputs/input';
import { valuesAt } from '@/lib/schedules/relative-dates';
import type { Command } from '../use-jobs';

/** Browsers cut longer addresses; then the form opens empty. */
const LONGEST = 4000;

interface FormOfJob {
  orgSlug: string;
  command: Command;
  values: InputValues;
  zone: string;
}

/** Opens the command in a new tab with the values of a job, as if it fired now. Passwords are typed there. */
export function openForm({ orgSlug, command, values, zone }: FormOfJob): void {
  const { inputs } = command.template;
  const now = valuesAt(inputs, values, { slotMs: Date.now(), zone });
  const params = encodeURIComponent(JSON.stringify(openValues(inputs, now)));
  const address = paths.builder(orgSlug, command.commandId);
  window.open(params.length > LONGEST ? address : `${address}&params=${params}`, '_blank', 'noopener');
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
