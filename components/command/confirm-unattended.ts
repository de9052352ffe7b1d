import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { askedWhy, asksFirst } from '@/lib/commands/warning-tag';
import type { WarningTag } from '@/lib/settings/command-choices';

interface Unattended {
  name: string;
  confirmationWord: string | null;
  template: { warningTag: WarningTag | null };
}

/**
 * Asks once, for all runs to come, whether a command may run that asks people before each run. A word that the form has
 * typed in answers that already.
 *
 * @param when what starts it: `When the job fires`
 */
export async function confirmUnattended(
  { name, confirmationWord, template: { warningTag } }: Unattended,
  when: string,
): Promise<boolean> {
  if (!asksFirst(warningTag) || confirmationWord !== null) return true;
  return confirm({
    title: `Let “${name}” run unattended?`,
    body: `${askedWhy(warningTag)}: people are asked before each run. ${when}, nobody is there to ask.`,
    confirmLabel: 'Let it run',
  });
}
