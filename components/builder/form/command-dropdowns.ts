import type { FormDropdowns } from '@/components/input-form/dropdown/form-dropdowns';
import type { Command } from '../use-command';

/** Only people who can run a command load the options of its dropdowns. */
export const formDropdowns = ({
  orgId,
  commandId,
  dropdowns,
  hasAccess,
  template,
}: Command): FormDropdowns | null =>
  hasAccess ? { orgId, commandId, dropdowns, inputs: template.inputs } : null;
