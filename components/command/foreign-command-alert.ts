import { alert } from '@/components/ui/feedback/dialogs/dialogs';

/** Explains that a command of another organization can only be changed by its own people. */
export function alertForeignCommand(name: string, what: string): Promise<boolean> {
  return alert({
    title: `Cannot ${what}`,
    body: `“${name}” was shared with you by another organization. You can ${what} only your own commands.`,
    confirmLabel: 'Got it',
  });
}
