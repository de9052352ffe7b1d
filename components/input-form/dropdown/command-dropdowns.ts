import type { readCommand } from '@/lib/contract/command/command';
import type { ResponseOf } from '@/lib/contract/operation';
import type { FormDropdowns } from './form-dropdowns';

/** Only people who can run a command load the options of its dropdowns. */
export const formDropdowns = ({
  orgId,
  commandId,
  dropdowns,
  hasAccess,
  template,
}: ResponseOf<typeof readCommand>): FormDropdowns | null =>
  hasAccess ? { orgId, commandId, dropdowns, inputs: template.inputs } : null;
